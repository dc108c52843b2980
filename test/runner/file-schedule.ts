import process from "node:process";
import { createSlots } from "../helpers/slots.ts";

/**
 * The maximum number of tests of a process that run at the same time. If more tests ran at once, all of these tests
 * would wait for the processor, and some would time out.
 */
const MAX_AT_ONCE = Number(process.env["TEST_MAX_AT_ONCE"] ?? 6);

const slots = createSlots(MAX_AT_ONCE);

type Hook = () => unknown;

/** Orders the tests and hooks of one file, which run beside the tests of other files in the same process. */
export type FileSchedule = ReturnType<typeof createFileSchedule>;

/** The functions that a test calls at its beginning and its end. */
export type Turn = ReturnType<FileSchedule["addTest"]>;

/**
 * Runs the tests of a file as ava would in a separate process: the `before` hooks, the serial tests one after another,
 * then the other tests. Without this schedule, ava would run the serial tests of all files of the process one after
 * another, and all `after` hooks at the end of the process. Services whose tests are done would then keep polling for
 * work.
 */
export function createFileSchedule() {
  const beforeAll: Hook[] = [];
  const beforeEach: Hook[] = [];
  const afterAll: (() => Promise<void>)[] = [];
  let left = 0;
  let begun: Promise<void> | undefined;
  let lastSerial: Promise<void> = Promise.resolve();

  const begin = () => (begun ??= runInOrder(beforeAll));

  return {
    /** Adds a hook that runs before the first test. If the hook fails, all tests fail. */
    addBefore: (hook: Hook): void => void beforeAll.push(hook),

    /** Adds a hook that runs before each test. */
    addBeforeEach: (hook: Hook): void => void beforeEach.push(hook),

    /**
     * Adds a hook that runs after the last test. Returns a function for ava, which calls it at the end; the hook runs
     * only once.
     */
    addAfter: (hook: Hook): (() => Promise<void>) => {
      let run: Promise<void> | undefined;
      const once = () => (run ??= runInOrder([hook]));
      afterAll.push(once);
      return once;
    },

    /** Adds a test to the schedule. Returns the functions that the test calls at its beginning and its end. */
    addTest: (isSerial: boolean) => {
      left += 1;
      const previous = lastSerial;
      let passOn = (): void => undefined;
      if (isSerial) lastSerial = new Promise((resolve) => (passOn = resolve));
      return {
        /** Resolves when the test may run. Rejects with the error of a failed hook. */
        begin: async (): Promise<void> => {
          // Let a test that is not serial wait for all serial tests of the file. All tests of the file are declared by
          // now.
          await (isSerial ? previous : lastSerial);
          await slots.take();
          await begin();
          await runInOrder(beforeEach);
        },
        /** Ends a test, even after `begin` has failed. After the last test of the file the `after` hooks run. */
        end: async (): Promise<void> => {
          slots.free();
          passOn();
          left -= 1;
          // Ignore the error of an `after` hook, because ava reports the error when ava itself calls the hook.
          if (left === 0) await runInOrder(afterAll).catch(() => undefined);
        },
      };
    },
  };
}

async function runInOrder(hooks: readonly Hook[]): Promise<void> {
  for (const hook of hooks) await hook();
}
