import { scoreOf } from "../model/entry.ts";

/**
 * The minimum number of builds for a median or a rank. Numbers of fewer builds would tell more about single people than
 * about hardware.
 */
export const MIN_BUILDS = 5;

/** The number of builds whose scores lie in one range of a histogram. */
export interface Bin {
  /** The lower end of one range of scores in a histogram. The end belongs to the range if higher scores are better. */
  from: number;
  /**
   * The upper end of one range of scores in a histogram. If higher scores are better, only the last range of a
   * histogram includes its upper end.
   */
  to: number;
  builds: number;
}

/**
 * The distribution of the scores of a group of comparable builds. All numbers are null if there are fewer than
 * MIN_BUILDS builds.
 */
export interface Distribution {
  builds: number;
  median: number | null;
  /** The 10th percentile of the scores: a tenth of the builds have a lower score. */
  p10: number | null;
  /** The 90th percentile of the scores: nine tenths of the builds have a lower score. */
  p90: number | null;
  best: number | null;
  worst: number | null;
  /** The bins of a histogram of equal width between the lowest and the highest score, in ascending order. */
  histogram: Bin[] | null;
}

/**
 * The values around the quantiles 0.1, 0.5 and 0.9 of scores, in the reply of a Redis script: for each quantile, the
 * next value below it and the next value above it.
 */
export type QuantileNeighbours = readonly string[];

/** The quantiles 0.1, 0.5 and 0.9 of the scores of a group of comparable builds. */
export interface Quantiles {
  p10: number;
  median: number;
  p90: number;
}

/** The direction of a benchmark: whether a higher score is better. */
export interface Direction {
  isHigherBetter: boolean;
}

/**
 * Returns the quantiles of the scores, by linear interpolation between the value at floor((n - 1)p) and the next one.
 * Source: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996).
 * @param count the number of all values
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

/**
 * Returns the bins of a histogram of scores.
 * @param edges edges of the bins as values; there is one edge more than there are bins
 */
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
