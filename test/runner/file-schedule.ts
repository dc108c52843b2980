import process from "node:process";
import { createSlots } from "../helpers/slots.ts";

/** How many tests of a process run at once. More of them wait for its processor and not for anything else, some until they fail. */
const MAX_AT_ONCE = Number(process.env["TEST_MAX_AT_ONCE"] ?? 6);

const slots = createSlots(MAX_AT_ONCE);

type Hook = () => unknown;

/** The order in which the tests and hooks of one file run, beside those of other files in the same process. */
export type FileSchedule = ReturnType<typeof createFileSchedule>;

/** When a test of a file runs. */
export type Turn = ReturnType<FileSchedule["addTest"]>;

/**
 * Runs the tests of a file as ava would in a process of its own: its first hooks, its serial tests one after another, then the others.
 * ava itself would run the serial tests of all files of the process one after another, and all last hooks at the end of the process,
 * so that services whose tests are done would go on to look for work.
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
    /** Adds a hook that runs before the first test. Where it fails, all tests do. */
    addBefore: (hook: Hook): void => void beforeAll.push(hook),

    /** Adds a hook that runs before each test. */
    addBeforeEach: (hook: Hook): void => void beforeEach.push(hook),

    /** Adds a hook that runs after the last test. Returns it for ava, which calls it at the end: it runs once. */
    addAfter: (hook: Hook): (() => Promise<void>) => {
      let run: Promise<void> | undefined;
      const once = () => (run ??= runInOrder([hook]));
      afterAll.push(once);
      return once;
    },

    /** Adds a test. */
    addTest: (isSerial: boolean) => {
      left += 1;
      const previous = lastSerial;
      let passOn = (): void => undefined;
      if (isSerial) lastSerial = new Promise((resolve) => (passOn = resolve));
      return {
        /** Resolves when the test may run. @throws what a hook before it throws */
        begin: async (): Promise<void> => {
          // All tests are declared by now: those that are not serial wait for all that are.
          await (isSerial ? previous : lastSerial);
          await slots.take();
          await begin();
          await runInOrder(beforeEach);
        },
        /** Ends what `begin` began, also where that has failed. After the last test, the last hooks run. */
        end: async (): Promise<void> => {
          slots.free();
          passOn();
          left -= 1;
          // A hook that fails is ava's to report, when it calls the hook itself.
          if (left === 0) await runInOrder(afterAll).catch(() => undefined);
        },
      };
    },
  };
}

async function runInOrder(hooks: readonly Hook[]): Promise<void> {
  for (const hook of hooks) await hook();
}
