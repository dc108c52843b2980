import type { FrameMetrics } from "../../readers/index.ts";

/**
 * The minimum number of frames of a capture whose 0.1 % low is reliable: the slowest 0.1 % are then at least ten
 * frames, so that a single hitch does not decide their mean.
 */
const MIN_FRAMES_OF_0_1_PERCENT_LOW = 10_000;

/**
 * Returns whether a figure of a run is reliable enough to be shown beside the score. The 0.1 % low of a short capture
 * is not, because it is the mean of fewer than ten frames: the page of the run states their number, and pictures leave
 * the figure out.
 */
export function isHeadline(figure: string, metrics: object | null): boolean {
  const { frames } = (metrics ?? {}) as Partial<FrameMetrics>;
  return figure !== "low_0_1_fps" || (frames ?? 0) >= MIN_FRAMES_OF_0_1_PERCENT_LOW;
}
