import { performance } from "node:perf_hooks";
import { memoryUsage } from "node:process";
import { setTimeout } from "node:timers/promises";
import { every } from "../../src/infra/every.ts";

const SAMPLE_INTERVAL_MS = 5;

type Run = () => Promise<unknown> | void;

/** Returns how long a run takes in milliseconds. */
export async function durationMs(run: Run): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Returns the middle one of some values, the upper one of two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns the least of some values that a share of them does not exceed: their percentile by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;
}

/** Returns the peak memory of a run above the memory of the idle process, in MiB, sampled every few milliseconds. */
export async function peakMemory(run: () => Promise<void>): Promise<number> {
  const idle = memoryUsage.rss();
  let peak = idle;
  const sampling = every(SAMPLE_INTERVAL_MS, async () => {
    peak = Math.max(peak, memoryUsage.rss());
  });
  await run();
  await setTimeout(2 * SAMPLE_INTERVAL_MS);
  await sampling.stop();
  return (peak - idle) / 1024 / 1024;
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
