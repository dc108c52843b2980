import type { FrameMetrics } from "../../readers/index.ts";

/**
 * The minimum number of frames for showing the 0.1 % low in large digits: the slowest 0.1 % are then at least ten
 * frames, so that a single hitch does not decide their mean.
 */
const MIN_FRAMES_OF_0_1_PERCENT_LOW = 10_000;

/**
 * Returns whether a page may show a figure of a run beside the score in large digits. The 0.1 % low of a short capture
 * may not be shown so large, because it is the mean of a few frames.
 */
export function isHeadline(figure: string, metrics: object | null): boolean {
  const { frames } = (metrics ?? {}) as Partial<FrameMetrics>;
  return figure !== "low_0_1_fps" || (frames ?? 0) >= MIN_FRAMES_OF_0_1_PERCENT_LOW;
}
