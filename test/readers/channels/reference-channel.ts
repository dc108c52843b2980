// A slow and simple second implementation of the statistics of sensor channels. Tests compare the readers with it, so
// this file imports nothing from src/.

/** Returns the quantile of values by linear interpolation at rank p(n − 1). */
function quantileOf(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * p;
  const lower = Math.floor(rank);
  const below = sorted[lower] ?? Number.NaN;
  return below + ((sorted[lower + 1] ?? below) - below) * (rank - lower);
}

/**
 * Returns the statistics and the series of a sensor channel that has a value for each frame, or null for a missing
 * value. Returns null if all values are missing.
 */
export function referenceChannel(
  given: readonly (number | null)[],
  { weights, frameTimes }: { weights: readonly number[]; frameTimes: readonly number[] },
) {
  const rows = given.flatMap((value, at) => {
    const endMs = frameTimes.slice(0, at + 1).reduce((sum, time) => sum + time, 0);
    return value === null ? [] : [{ value, weight: weights[at] ?? 0, timeS: endMs / 1000 }];
  });
  if (rows.length === 0) return null;
  const values = rows.map(({ value }) => value);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  return {
    samples: rows.length,
    min: Math.min(...values),
    mean: rows.reduce((sum, { value, weight }) => sum + value * weight, 0) / total,
    p5: quantileOf(values, 0.05),
    p95: quantileOf(values, 0.95),
    max: Math.max(...values),
    timesS: rows.map(({ timeS }) => timeS),
    values,
  };
}
