import type { FrameMetrics } from "../read-result.ts";

/**
 * A frame stutters if its time exceeds the running mean of the frame times multiplied by this factor. CapFrameX uses
 * the same factor.
 */
const STUTTER_FACTOR = 2.5;
const WINDOW_MS = 500;

/** The metrics of a capture about slow frames. */
export type Smoothness = Pick<
  FrameMetrics,
  "stutter_percent" | "time_below_30_fps_percent" | "time_below_60_fps_percent"
>;

/**
 * Returns the metrics about slow frames of frame times f in milliseconds, in the order of capture, at least one. Each
 * metric is a share of Σf in percent:
 * - `stutter_percent`: the frames that took longer than 2.5 times the running mean. The running mean is the mean of the
 *   smallest number of frames directly before the frame that together take 0.5 s or longer; at the beginning of the
 *   capture, of all earlier frames. The frame itself is left out, because a frame of 0.5 s would otherwise be its own
 *   mean. The first frame never counts. Factor and window follow CapFrameX's classes FrametimeStatisticProvider and
 *   TimeBasedMovingAverage, which include the frame
 * - `time_below_30_fps_percent`, `time_below_60_fps_percent`: the frames that took longer than 1000/30, 1000/60 ms
 */
export function smoothnessOf(frameTimesMs: Float64Array): Smoothness {
  const total = { all: 0, stutter: 0, below30: 0, below60: 0 };
  let first = 0;
  let windowMs = 0;
  for (let at = 0; at < frameTimesMs.length; at += 1) {
    const frameMs = frameTimesMs[at] ?? 0;
    if (at > first && frameMs * (at - first) > STUTTER_FACTOR * windowMs) total.stutter += frameMs;
    if (frameMs > 1000 / 30) total.below30 += frameMs;
    if (frameMs > 1000 / 60) total.below60 += frameMs;
    total.all += frameMs;
    windowMs += frameMs;
    while (windowMs - (frameTimesMs[first] ?? 0) >= WINDOW_MS) {
      windowMs -= frameTimesMs[first] ?? 0;
      first += 1;
    }
  }
  const share = (timeMs: number) => (100 * timeMs) / total.all;
  return {
    stutter_percent: share(total.stutter),
    time_below_30_fps_percent: share(total.below30),
    time_below_60_fps_percent: share(total.below60),
  };
}
