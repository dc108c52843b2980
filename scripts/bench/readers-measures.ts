import { performance } from "node:perf_hooks";
import { memoryUsage } from "node:process";
import { setTimeout } from "node:timers/promises";

type Run = () => Promise<void> | void;

async function durationMs(run: Run): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The medians of two things, in milliseconds, run in turns so that whatever slows the machine down slows down both. */
export async function medianMsOfBoth(turns: number, first: Run, second: Run): Promise<[number, number]> {
  const firsts: number[] = [];
  const seconds: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    firsts.push(await durationMs(first));
    seconds.push(await durationMs(second));
  }
  return [median(firsts), median(seconds)];
}

/** The most memory that a run takes above what the process had before, in MiB, looked at every few milliseconds. */
export async function peakMemory(run: () => Promise<void>): Promise<number> {
  const idle = memoryUsage.rss();
  let peak = idle;
  const watch = setInterval(() => (peak = Math.max(peak, memoryUsage.rss())), 5);
  await run();
  await setTimeout(10);
  clearInterval(watch);
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
