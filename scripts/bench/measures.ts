import { performance } from "node:perf_hooks";

type Run = () => Promise<unknown> | void;

/** Returns how long a run takes in milliseconds. */
export async function durationMs(run: Run): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Returns the middle one of some values, or the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [lower = Number.NaN, upper = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (lower + upper) / 2;
}

/** Returns the least of some values that a share of them does not exceed: their percentile by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;
}

/** Prints rows under their names, each column as wide as its widest cell. */
export function printTable(names: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = names.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [names, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}
