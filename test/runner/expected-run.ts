import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The number of tests of a process, and its duration in seconds. */
export interface ExpectedProcess {
  tests: number;
  seconds: number;
}

/**
 * The test processes of an earlier run on some machine, by their names. The earlier run determines the order of the
 * processes and the shown progress.
 */
export type ExpectedRun = Readonly<Record<string, ExpectedProcess>>;

/** The file with the durations that `npm run check:all -- --record` has recorded, as a path from the project's root. */
const EXPECTED_RUN = "test/expected-run.json";

/** The assumed number of tests and duration of a process that the recorded test run lacks. */
const UNKNOWN: ExpectedProcess = { tests: 10, seconds: 10 };

/** Returns the recorded test run; an empty run if none is recorded. */
export function readExpectedRun(): ExpectedRun {
  return existsSync(EXPECTED_RUN) ? (JSON.parse(readFileSync(EXPECTED_RUN, "utf8")) as ExpectedRun) : {};
}

/** Replaces the recorded test run in EXPECTED_RUN by the given run, with one line for each process. */
export function writeExpectedRun(run: ExpectedRun): void {
  const lines = Object.entries(run)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, process]) => `  ${JSON.stringify(name)}: ${JSON.stringify(process)}`);
  writeFileSync(EXPECTED_RUN, `{\n${lines.join(",\n")}\n}\n`);
}

/**
 * Returns the number of tests and the duration that the recorded test run has for a process, or default values if the
 * test run lacks the process.
 */
export const expectedOf = (run: ExpectedRun, name: string): ExpectedProcess => run[name] ?? UNKNOWN;
