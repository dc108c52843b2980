import process from "node:process";
import { onStopRequest } from "../../embedded/index.ts";
import { findChromium, NO_CHROMIUM } from "../../scripts/find-chromium.ts";
import { messageOf } from "../../src/infra/message-of.ts";
import { readExpectedRun, writeExpectedRun } from "./expected-run.ts";
import { linesOfFailure } from "./show-failure.ts";
import type { TestProcess } from "./test-processes.ts";
import { createTestProgress } from "./test-progress.ts";
import { openTestRun, WHOLE_OUTPUT, type TestRun } from "./test-run.ts";
import { expectedRunOf, linesOfSlowest } from "./test-times.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The last line of the output of a test run that could not begin. */
export const NOTHING_RAN = "0 passed, 1 failed";

/** The tests to run, and how to show their results. */
export interface Suites {
  /** All test processes that may run, from which the shown progress is calculated. */
  processes: readonly TestProcess[];
  /**
   * Whether the output has a line for each test. Otherwise the output has lines only for failures, and a progress bar.
   */
  isEachShown: boolean;
  /** Whether to record the durations of this test run, from which later runs calculate their progress. */
  isRecorded?: boolean;
  /** Runs the tests, and the other checks that are part of the test run. */
  run: (run: TestRun, tell: (line: string) => void) => Promise<void>;
}

/**
 * Runs tests on newly started stores. Prints the failures at the end, and as the last line how many tests passed and
 * failed. Sets the exit code.
 */
export async function runSuites(suites: Suites): Promise<void> {
  const stopping = new AbortController();
  const stopListening = onStopRequest(
    { stop: () => stopping.abort(new Error("The run was stopped.")), endNow: () => process.exit(1) },
    process.env["npm_lifecycle_event"] !== undefined,
  );
  let lastLine = NOTHING_RAN;
  try {
    lastLine = await runToTheEnd(suites, stopping.signal);
  } catch (error) {
    process.exitCode = 1;
    say(messageOf(error));
  } finally {
    stopListening();
  }
  print(lastLine);
}

async function runToTheEnd(
  { processes, isEachShown, isRecorded, run }: Suites,
  signal: AbortSignal,
): Promise<string> {
  const expected = readExpectedRun();
  const progress = createTestProgress(isEachShown ? [] : processes, expected);
  const open = await openTestRun({ processes, expected, progress, isEachShown, say, signal });
  let times;
  try {
    await run(open, progress.say);
  } finally {
    progress.end();
    times = await open.close();
  }
  if (!isEachShown) {
    linesOfSlowest(times).forEach(print);
    print(`The whole output of the tests stands in ${WHOLE_OUTPUT}.`);
  }
  if (Object.values(open.results.counts()).every((count) => count === 0))
    open.results.addFailure({ title: "no test ran", details: {}, places: [] });
  const { passed, failed, skipped } = open.results.counts();
  if (skipped > 0 && findChromium(process.env) === undefined)
    say(`THE TESTS IN A BROWSER WERE NOT RUN. ${NO_CHROMIUM}`);
  for (const failure of open.results.failures()) linesOfFailure(failure, processes).forEach(print);
  if (failed > 0) process.exitCode = 1;
  else if (isRecorded) writeExpectedRun(expectedRunOf(times, processes));
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
