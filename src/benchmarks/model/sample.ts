/** The size, the mean and the standard deviation of a sample of scores. */
export interface Sample {
  runs: number;
  mean: number;
  /** The standard deviation of the sample (n − 1); null for a sample with fewer than two values. */
  stdev: number | null;
}

/**
 * Returns size, mean and standard deviation of at least one value. The function uses the corrected two-pass algorithm
 * (Chan, Golub and LeVeque 1983): the second pass also removes the rounding error of the first mean.
 */
export function sampleOf(values: readonly number[]): Sample {
  const runs = values.length;
  const guess = sumOf(values) / runs;
  const offsets = values.map((value) => value - guess);
  const correction = sumOf(offsets) / runs;
  const squares = sumOf(offsets.map((offset) => offset ** 2)) - runs * correction ** 2;
  // The variance must be at least 0, but rounding may make the sum of squares of equal values negative.
  const stdev = runs < 2 ? null : Math.sqrt(Math.max(0, squares) / (runs - 1));
  return { runs, mean: guess + correction, stdev };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
