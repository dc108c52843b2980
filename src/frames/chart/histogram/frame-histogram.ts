import { spansOver, type Spans } from "../../../charts/spans.ts";
import { quantile } from "../../../readers/index.ts";

/** A histogram of frame times: the number of frames in each bin (an interval of frame times), and outside all bins. */
export interface FrameHistogram {
  bins: Spans;
  /** The number of frames in each bin of the histogram. A bin contains its lower limit, but not its upper limit. */
  counts: Uint32Array;
  /**
   * The numbers of frames outside the bins: those with a shorter time than the first bin, and those with a longer time
   * than the last bin.
   */
  below: number;
  above: number;
}

/**
 * The shares of the frames that define two quantiles of the frame times. The bins of a histogram cover both quantiles.
 */
const FROM_SHARE = 0.001;
const TO_SHARE = 0.995;
/** The bins of a histogram also cover the 1 % low, if its frame time is at most MAX_REACH times the upper quantile. */
const MAX_REACH = 1.5;
/**
 * If the shortest or the longest frame time differs by at most this factor from the quantile (or the 1 % low) that the
 * bins have to cover at that end, the bins cover this frame time, too.
 */
const TOLERANCE = 1.25;
/**
 * The minimum width of all bins of a histogram together, as a share of the greatest frame time in the bins. Without a
 * minimum, the bins would have no width if all frame times are equal.
 */
const MIN_WIDTH = 0.02;

/** The requested numbers of bins and ticks of a histogram, and the 1 % low, which its bins should cover. */
interface HistogramWish {
  /** The mean frame time of the slowest 1 % of frames; 0 for a capture with too few frames to compute it. */
  low1Ms: number;
  bins: number;
  maxTicks: number;
}

/**
 * Counts the frames of a capture in bins of equal width.
 * @param ascendingMs the frame times in ascending order: at least one
 */
export function frameHistogram(
  ascendingMs: Float32Array,
  { low1Ms, bins: wished, maxTicks }: HistogramWish,
): FrameHistogram {
  const [fromMs, toMs] = rangeOf(ascendingMs, low1Ms);
  const bins = spansOver(fromMs, toMs, { maxTicks, spans: wished });
  const counts = new Uint32Array(bins.count);
  let below = 0;
  let above = 0;
  for (let index = 0; index < ascendingMs.length; index += 1) {
    // Adding 1e-6 ensures that a frame time at the limit of two bins is counted in the upper bin despite rounding.
    const bin = Math.floor(((ascendingMs[index] ?? 0) - bins.from) / bins.step + 1e-6);
    if (bin < 0) below += 1;
    else if (bin >= bins.count) above += 1;
    else counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { bins, counts, below, above };
}

/**
 * Returns the shortest and the longest frame time that the bins of a histogram have to cover. The two always differ.
 */
function rangeOf(ascendingMs: Float32Array, low1Ms: number): [number, number] {
  const [shortest, longest] = [ascendingMs[0] ?? 0, ascendingMs.at(-1) ?? 0];
  const least = ascendingMs[Math.floor((ascendingMs.length - 1) * FROM_SHARE)] ?? 0;
  const upper = quantile(ascendingMs, TO_SHARE);
  const greatest = low1Ms <= upper * MAX_REACH ? Math.max(upper, low1Ms) : upper;
  const from = shortest * TOLERANCE >= least ? shortest : least;
  const to = longest <= greatest * TOLERANCE ? longest : greatest;
  const missing = Math.max(0, to * MIN_WIDTH - (to - from));
  return [from - missing / 2, to + missing / 2];
}
