import { scoreOf } from "../model/entry.ts";

/** With fewer builds, a median or a rank would say more about single people than about their hardware. */
export const MIN_BUILDS = 5;

/** The builds in a range of scores. */
export interface Bin {
  /** The lower end of the range, included where more is better. */
  from: number;
  /** The upper end of the range, included in the last bin only where more is better. */
  to: number;
  builds: number;
}

/** How the scores of a cohort are distributed. All figures are null below MIN_BUILDS. */
export interface Distribution {
  builds: number;
  median: number | null;
  /** The 10th percentile: the score below which a tenth of the builds are. */
  p10: number | null;
  /** The 90th percentile: the score below which nine tenths of the builds are. */
  p90: number | null;
  best: number | null;
  worst: number | null;
  /** Bins of equal width between the lowest and the highest score, ascending. */
  histogram: Bin[] | null;
}

/**
 * The values around the quantiles 0.1, 0.5 and 0.9, as the scripts return them: for each quantile, the value below and
 * the value above.
 */
export type QuantileNeighbours = readonly string[];

/** The three quantiles of some scores. */
export interface Quantiles {
  p10: number;
  median: number;
  p90: number;
}

/** Whether a higher score is better. */
export interface Direction {
  isHigherBetter: boolean;
}

/**
 * Returns the quantiles of the scores, by linear interpolation between the value at floor((n - 1)p) and the next one:
 * type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996).
 * @param count how many values there are
 */
export function quantilesOf(
  neighbours: QuantileNeighbours,
  count: number,
  { isHigherBetter }: Direction,
): Quantiles {
  const at = (index: number, p: number): number => {
    const [low, high] = [Number(neighbours[2 * index]), Number(neighbours[2 * index + 1])];
    const place = (count - 1) * p;
    return low + (high - low) * (place - Math.floor(place));
  };
  const [low, middle, high] = [at(0, 0.1), at(1, 0.5), at(2, 0.9)].map((value) =>
    scoreOf(value, { isHigherBetter }),
  ) as [number, number, number];
  return isHigherBetter ? { p10: low, median: middle, p90: high } : { p10: high, median: middle, p90: low };
}

/** Returns the bins of scores. @param edges the edges of the bins as values, one more than there are counts */
export function binsOf(
  edges: readonly string[],
  counts: readonly number[],
  { isHigherBetter }: Direction,
): Bin[] {
  const ends = edges.map((edge) => scoreOf(Number(edge), { isHigherBetter }));
  const bins = counts.map((builds, index) => {
    const [one, other] = [ends[index] ?? 0, ends[index + 1] ?? 0];
    return { from: Math.min(one, other), to: Math.max(one, other), builds };
  });
  return isHigherBetter ? bins : bins.toReversed();
}
