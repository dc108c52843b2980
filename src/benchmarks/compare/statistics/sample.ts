/** What is known of the values of a sample. */
export interface Sample {
  runs: number;
  mean: number;
  /** Standard deviation of the sample (n − 1); null below two values. */
  stdev: number | null;
}

/** Returns the sample of some values, of which there is at least one. */
export function sampleOf(values: readonly number[]): Sample {
  const runs = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / runs;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { runs, mean, stdev: runs < 2 ? null : Math.sqrt(squares / (runs - 1)) };
}
