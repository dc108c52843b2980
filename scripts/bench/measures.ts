import { performance } from "node:perf_hooks";

/** Returns how long an action takes, in milliseconds. */
export async function durationMs(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** Returns the median of values: the middle value, or the mean of the two middle values; NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [lower = Number.NaN, upper = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (lower + upper) / 2;
}

/**
 * Returns the percentile of values by the nearest rank: the smallest value that at least the given share of the values
 * do not exceed.
 */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;
}
