import type { FrameMetrics } from "../../readers/index.ts";

/**
 * The minimum number of frames for showing the 0.1 % low without a reservation: the slowest 0.1 % are then at least ten
 * frames, so that a single hitch does not decide their mean.
 */
const MIN_FRAMES_OF_0_1_PERCENT_LOW = 10_000;

/**
 * Returns whether a figure of a run may stand beside the score without a reservation. The 0.1 % low of a short capture
 * may not, because it is the mean of a few frames: the page of the run says of how many, and pictures leave it out.
 */
export function isHeadline(figure: string, metrics: object | null): boolean {
  const { frames } = (metrics ?? {}) as Partial<FrameMetrics>;
  return figure !== "low_0_1_fps" || (frames ?? 0) >= MIN_FRAMES_OF_0_1_PERCENT_LOW;
}
