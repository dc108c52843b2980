import { RESAMPLES, resampledMetrics } from "../../frames/index.ts";
import type { Interval } from "./welch.ts";

/** The share of the resamples that lie below the confidence interval. The same share lies above the interval. */
const TAIL = 0.025;

/**
 * Returns the 95 % confidence interval of the difference of a figure between two captures, in percent of the first
 * figure: the middle 95 % of the differences between resamples of the two captures. The captures are resampled
 * independently, so the first resample of one capture is paired with the first of the other, and so on. This is the
 * percentile interval of B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap (1993), section 13.3. Returns
 * null for a figure that is not resampled, and if the first figure is 0 in a resample.
 * @param first the rows that `resampleFrames` returns for the first capture
 */
export function bootstrapInterval(figure: string, first: Float32Array, other: Float32Array): Interval | null {
  const column = (resampledMetrics as readonly string[]).indexOf(figure);
  if (column === -1) return null;
  const differences = new Float64Array(RESAMPLES);
  for (let row = 0; row < RESAMPLES; row += 1) {
    const place = row * resampledMetrics.length + column;
    const [from = 0, to = 0] = [first[place], other[place]];
    if (from === 0) return null;
    differences[row] = (100 * (to - from)) / from;
  }
  differences.sort();
  return { low: quantileOf(differences, TAIL), high: quantileOf(differences, 1 - TAIL) };
}

/** Returns a quantile by linear interpolation (type 7 of Hyndman and Fan). */
function quantileOf(ascending: Float64Array, share: number): number {
  const rank = (ascending.length - 1) * share;
  const below = ascending[Math.floor(rank)] ?? 0;
  return below + ((ascending[Math.ceil(rank)] ?? 0) - below) * (rank - Math.floor(rank));
}
