import type { Spans } from "../../charts/spans.ts";
import { rangeOfBin, type FrameProfile } from "../../frames/index.ts";

type Histogram = FrameProfile["histogram"];

/**
 * Returns how many frames of a histogram of frame times took longer than a limit. If the limit lies within a bin, the
 * frames of this bin count in proportion to the part of the bin that lies above the limit.
 */
export function framesAbove(histogram: Histogram, limitMs: number): number {
  return histogram.reduce((sum, [bin, frames]) => sum + frames * (1 - shareBelow(bin, limitMs)), 0);
}

/**
 * Returns the frame time that the given share of the frames does not exceed, as exactly as the width of the histogram's
 * bins allows.
 */
export function quantileOf(histogram: Histogram, share: number): number {
  const total = histogram.reduce((sum, [, frames]) => sum + frames, 0);
  let before = 0;
  for (const [bin, frames] of histogram) {
    if (before + frames >= share * total) {
      const { fromMs, toMs } = rangeOfBin(bin);
      return fromMs + ((toMs - fromMs) * (share * total - before)) / frames;
    }
    before += frames;
  }
  return rangeOfBin(histogram.at(-1)?.[0] ?? 0).toMs;
}

/**
 * Returns the share of the frames, in percent, in each of several equally wide spans of frame time. If a bin of the
 * histogram overlaps two spans, its frames are divided in proportion to the overlap with each span, so that the widths
 * of the bins leave no visible pattern.
 */
export function sharesOf(
  histogram: Histogram,
  { from: fromMs, step: stepMs, count: spans }: Pick<Spans, "from" | "step" | "count">,
): Float64Array {
  const shares = new Float64Array(spans);
  const total = histogram.reduce((sum, [, frames]) => sum + frames, 0);
  for (const [bin, frames] of histogram) {
    const range = rangeOfBin(bin);
    const first = Math.max(0, Math.floor((range.fromMs - fromMs) / stepMs));
    const last = Math.min(spans - 1, Math.floor((range.toMs - fromMs) / stepMs));
    for (let span = first; span <= last; span += 1) {
      const startMs = fromMs + span * stepMs;
      const part = shareBelow(bin, startMs + stepMs) - shareBelow(bin, startMs);
      shares[span] = (shares[span] ?? 0) + (100 * frames * part) / total;
    }
  }
  return shares;
}

/** Returns which share of a bin of the histogram of frame times lies below the given frame time, from 0 to 1. */
function shareBelow(bin: number, limitMs: number): number {
  const { fromMs, toMs } = rangeOfBin(bin);
  return Math.min(1, Math.max(0, (limitMs - fromMs) / (toMs - fromMs)));
}
