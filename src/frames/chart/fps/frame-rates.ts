/** The widths that the time window of a running mean may have, in seconds. */
const WINDOWS_S = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600];

/**
 * The maximum number of windows into which a capture is divided, so that the line of its running mean stays readable.
 */
const MAX_WINDOWS = 200;

/** Returns a suitable width for the time window of a capture's running mean, in seconds. */
export function windowOf(durationS: number): number {
  return WINDOWS_S.find((widthS) => widthS * MAX_WINDOWS >= durationS) ?? durationS / MAX_WINDOWS;
}

/** The frame rate at equally distant times of a capture. */
export interface FrameRates {
  timesS: Float64Array;
  fps: Float64Array;
}

/**
 * Returns the running mean of the frame rate: the number of frames in a window around each time, divided by the width
 * of the window. A frame that only partly lies in the window counts with that part. At both ends of the capture the
 * window ends with the capture.
 * @param elapsedS the time when each frame ended, in seconds
 * @param options.points the number of times, at least 2, from the beginning of the capture to its end
 */
export function frameRates(
  elapsedS: Float64Array,
  { windowS, points }: { windowS: number; points: number },
): FrameRates {
  const durationS = elapsedS.at(-1) ?? 0;
  const timesS = Float64Array.from({ length: points }, (_, index) => (durationS * index) / (points - 1));
  const fps = timesS.map((timeS) => {
    const from = Math.max(0, timeS - windowS / 2);
    const to = Math.min(durationS, timeS + windowS / 2);
    return (framesUntil(elapsedS, to) - framesUntil(elapsedS, from)) / (to - from);
  });
  return { timesS, fps };
}

/**
 * Returns how many frames ended by a given time. The frame that is under way at this time counts with the part of it
 * that has passed.
 */
function framesUntil(elapsedS: Float64Array, timeS: number): number {
  let low = 0;
  let high = elapsedS.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elapsedS[middle] ?? 0) >= timeS) high = middle;
    else low = middle + 1;
  }
  const start = elapsedS[low - 1] ?? 0;
  return low + (timeS - start) / ((elapsedS[low] ?? 0) - start);
}
