import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileTimes, ProcessTimes } from "./run-test-files.ts";
import type { ExpectedRun } from "./expected-run.ts";
import type { TestProcess } from "./test-processes.ts";

const MAX_SHOWN = 10;

/** Returns the durations that the test processes of a test run have written. */
export function readTimes(folder: string): ProcessTimes[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".times"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as ProcessTimes);
}

/** Returns the lines of a report about the ten slowest test files of a run. */
export function linesOfSlowest(times: readonly ProcessTimes[]): string[] {
  const took = ({ loadMs, testMs }: FileTimes) => loadMs + testMs;
  const slowest = times
    .flatMap(({ files }) => files)
    .toSorted((a, b) => took(b) - took(a))
    .slice(0, MAX_SHOWN);
  return [
    "The files that took longest:",
    ...slowest.map((file) => `${(took(file) / 1000).toFixed(1).padStart(8)} s  ${file.file}`),
  ];
}

/** Returns the durations of a test run in the form in which they are recorded for later runs. */
export function expectedRunOf(
  times: readonly ProcessTimes[],
  processes: readonly TestProcess[],
): ExpectedRun {
  const run = processes.flatMap(({ name, files }) => {
    const own = times.find(({ files: [first] }) => first?.file === files[0]);
    if (own === undefined) return [];
    const tests = own.files.reduce((sum, file) => sum + file.tests, 0);
    return [[name, { tests, seconds: Math.round(own.wallMs / 100) / 10 }] as const];
  });
  return Object.fromEntries(run);
}
