import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** How many tests a process has, and how long it takes. */
export interface ExpectedProcess {
  tests: number;
  seconds: number;
}

/** An earlier run on some machine: the processes that run tests, by their names. It says what comes first, and how far a run is. */
export type ExpectedRun = Readonly<Record<string, ExpectedProcess>>;

/** Where the run stands that `npm test -- --record` has written, as a path from the project's root. */
const EXPECTED_RUN = "test/expected-run.json";

/** What is expected of a process that the run does not know. */
const UNKNOWN: ExpectedProcess = { tests: 10, seconds: 10 };

/** Returns the recorded run; an empty one where there is none. */
export function readExpectedRun(): ExpectedRun {
  return existsSync(EXPECTED_RUN) ? (JSON.parse(readFileSync(EXPECTED_RUN, "utf8")) as ExpectedRun) : {};
}

/** Records a run, a line for each process. */
export function writeExpectedRun(run: ExpectedRun): void {
  const lines = Object.entries(run)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, process]) => `  ${JSON.stringify(name)}: ${JSON.stringify(process)}`);
  writeFileSync(EXPECTED_RUN, `{\n${lines.join(",\n")}\n}\n`);
}

/** Returns what is expected of a process. */
export const expectedOf = (run: ExpectedRun, name: string): ExpectedProcess => run[name] ?? UNKNOWN;
