import type { FrameMetrics } from "../../readers/index.ts";

/** The fewest frames of which the slowest 0.1 % are ten frames, so that a single hitch does not decide their mean. */
const MIN_FRAMES_OF_0_1_PERCENT_LOW = 10_000;

/**
 * Returns whether a figure of a run may stand beside the score in large digits: the 0.1 % low of a short capture is the
 * mean of a few frames, and stands only in the list of all figures.
 */
export function isHeadline(figure: string, metrics: object | null): boolean {
  const { frames } = (metrics ?? {}) as Partial<FrameMetrics>;
  return figure !== "low_0_1_fps" || (frames ?? 0) >= MIN_FRAMES_OF_0_1_PERCENT_LOW;
}
