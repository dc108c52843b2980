import { counted, message, ownWords } from "../message.ts";
import { reasonsOf, type UnrankedReason } from "../unranked.ts";

/**
 * The minimum length of a ranked capture, in seconds. A shorter capture shows only a moment of a game and not how fast
 * the machine is, and its lowest frame rates depend on chance.
 */
const MIN_CAPTURE_S = 10;
/**
 * The minimum number of frames of a ranked capture. A capture of MIN_CAPTURE_S with fewer frames shows a slide show or
 * a menu.
 */
const MIN_CAPTURE_FRAMES = 300;

/**
 * Returns why a capture is too short to be ranked.
 * @param durationS the duration in seconds by the clock of the file; for a file without a clock, the sum of the frame
 * times
 */
export function reasonsOfLength({ durationS, frames }: CaptureLength): UnrankedReason[] {
  if (isLongEnough(durationS) && frames >= MIN_CAPTURE_FRAMES) return [];
  const reason = message`The capture has ${counted(frames, "frame")} in ${shown(durationS)} s; a ranked capture has at least ${MIN_CAPTURE_FRAMES} frames and ${MIN_CAPTURE_S} s. Capture a longer scene.`;
  return reasonsOf("too_short", [reason]);
}

/**
 * Returns why a log of samples is too short to be ranked. The length of a log without times is the sum of the frame
 * times of its samples.
 * @param durationS the duration of the log in seconds; null where the log has no times
 */
export function reasonsOfSampledLength({ durationS, samples, averageFps }: SampledLength): UnrankedReason[] {
  const lengthS = durationS ?? samples / averageFps;
  if (isLongEnough(lengthS)) return [];
  const found =
    durationS === null
      ? message`The log has no times, and the frame times of its ${counted(samples, "sample")} add up to ${shown(lengthS)} s`
      : message`The log has ${counted(samples, "sample")} in ${shown(lengthS)} s`;
  const reason = message`${found}; a ranked log has at least ${MIN_CAPTURE_S} s. Log a longer scene.`;
  return reasonsOf("too_short", [reason]);
}

interface SampledLength {
  durationS: number | null;
  samples: number;
  averageFps: number;
}

interface CaptureLength {
  durationS: number;
  frames: number;
}

// Compares the length of a capture in whole milliseconds, because sums and differences of times have rounding errors.
function isLongEnough(seconds: number): boolean {
  return Math.round(seconds * 1000) >= MIN_CAPTURE_S * 1000;
}

// Returns a text with the seconds rounded down to tenths, so that a message about a capture that is too short never
// shows the minimum as the capture's length.
function shown(seconds: number) {
  return ownWords((Math.floor(seconds * 10) / 10).toFixed(1));
}
