/** Returns the sum of numbers. */
export function sum(values: Float64Array): number {
  let total = 0;
  for (let at = 0; at < values.length; at += 1) total += values[at] ?? 0;
  return total;
}

/** Returns when each frame ended, in seconds since the first frame began: the running sum of the frame times. */
export function elapsedS(frameTimesMs: Float64Array): Float64Array {
  const elapsed = new Float64Array(frameTimesMs.length);
  let totalMs = 0;
  for (let at = 0; at < elapsed.length; at += 1) {
    totalMs += frameTimesMs[at] ?? 0;
    elapsed[at] = totalMs / 1000;
  }
  return elapsed;
}

/**
 * Returns the quantile by linear interpolation at rank p(n - 1), with ranks from 0 to n - 1: type 7 of R. J. Hyndman
 * and Y. Fan, "Sample Quantiles in Statistical Packages", 1996. `ascending` holds at least one value.
 */
export function quantile(ascending: ArrayLike<number>, p: number): number {
  const rank = (ascending.length - 1) * p;
  return interpolate(ascending, rank);
}

/**
 * Returns the quantile of type 8 of Hyndman and Fan: linear interpolation at rank (n + 1/3) p + 1/3, counted from 1 and
 * limited to the range from 1 to n.
 */
export function quantileType8(ascending: Float64Array, p: number): number {
  const n = ascending.length;
  const rank = (n + 1 / 3) * p + 1 / 3;
  return interpolate(ascending, Math.min(Math.max(rank, 1), n) - 1);
}

function interpolate(ascending: ArrayLike<number>, rank: number): number {
  const below = ascending[Math.floor(rank)] ?? 0;
  const above = ascending[Math.ceil(rank)] ?? 0;
  return below + (above - below) * (rank - Math.floor(rank));
}

/**
 * Returns the number with an index in the descending order of the given numbers, where index 0 is the largest number.
 * Returns the smallest number if the index is too high.
 */
export function largestAt(ascending: Float64Array, place: number): number {
  return ascending[ascending.length - 1 - Math.min(place, ascending.length - 1)] ?? 0;
}
