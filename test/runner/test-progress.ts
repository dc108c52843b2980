import { createProgressBar } from "../../scripts/progress-bar.ts";
import { expectedOf, type ExpectedRun } from "./expected-run.ts";
import type { TestProcess } from "./test-processes.ts";

/** The interval of progress lines in an output that is not a terminal, in milliseconds. */
const LINE_INTERVAL_MS = 30_000;

/** The largest share of progress, from 0 to 1, that is shown before the last process has ended. */
const MAX_SHARE = 0.99;

/** The display of the number of finished tests, and of the remaining time according to an earlier run. */
export type TestProgress = ReturnType<typeof createTestProgress>;

/**
 * Creates the display of the progress of a test run.
 * @param processes all processes that will run; an empty list shows no progress
 */
export function createTestProgress(processes: readonly TestProcess[], expected: ExpectedRun) {
  const doneTests = new Map<string, number>();
  let done = 0;
  const plan = processes.map(({ name }) => ({ name, ...expectedOf(expected, name) }));
  const seconds = plan.reduce((sum, one) => sum + one.seconds, 0);
  const total = () =>
    plan.reduce((sum, { name, tests }) => sum + Math.max(tests, doneTests.get(name) ?? 0), 0);
  const share = () =>
    plan.reduce(
      (sum, one) => sum + one.seconds * Math.min(1, (doneTests.get(one.name) ?? 0) / one.tests),
      0,
    ) / seconds;
  const bar = createProgressBar({
    describe: () => `${done} of ${total()} tests`,
    lineIntervalMs: LINE_INTERVAL_MS,
  });
  return {
    /** Counts a finished test of the named process, and shows the new progress. */
    add: (processName: string): void => {
      done += 1;
      doneTests.set(processName, (doneTests.get(processName) ?? 0) + 1);
      if (plan.length > 0) bar.show(Math.min(share(), MAX_SHARE));
    },
    say: bar.say,
    end: bar.end,
  };
}
