import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { mongodBinary, startStores } from "../../embedded/index.ts";
import { expectedOf, type ExpectedRun } from "./expected-run.ts";
import { runAva, type AvaRun } from "./run-ava.ts";
import { reportSecrets } from "./report-secrets.ts";
import { linesOfFailure } from "./show-failure.ts";
import { COMPILED } from "./test-files.ts";
import { processOfEntry, writeEntries, type Pool, type TestProcess } from "./test-processes.ts";
import type { TestProgress } from "./test-progress.ts";
import { createTestResults, type ResultListener } from "./test-results.ts";
import { readTimes } from "./test-times.ts";
import type { ProcessTimes } from "./run-test-files.ts";

/**
 * How long all processes of a test run may print nothing before the test run counts as hanging, in milliseconds. ava's
 * own time limit does not end every process that hangs.
 */
const MAX_SILENCE_MS = Number(process.env["TEST_MAX_SILENCE_MS"] ?? 1_200_000);

/**
 * How many processes run at the same time. Computing tests get one process more than the number of cores, because every
 * process waits now and then. Waiting tests start web and worker processes with short time limits, which would be
 * exceeded if many ran at once.
 */
const concurrency: Readonly<Record<Pool, number>> = {
  computing: Math.min(4, Math.max(2, availableParallelism())) + 1,
  waiting: 2,
};

/** The path of the whole output after a test run, from the project's root. */
export const WHOLE_OUTPUT = join(COMPILED, "output.txt");

/** A run of tests on stores that only this run uses. */
export type TestRun = Awaited<ReturnType<typeof openTestRun>>;

interface TestRunOptions {
  /** All test processes that may run. They are needed to name the process of a failed test and to show the progress. */
  processes: readonly TestProcess[];
  expected: ExpectedRun;
  progress: TestProgress;
  /** Whether the output has a line for each test. Otherwise the output has lines only for failures. */
  isEachShown: boolean;
  say: (line: string) => void;
  signal: AbortSignal;
}

interface AvaOptions {
  args?: readonly string[];
  /** Environment variables in addition to those of the test run. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Whether this run uses the emulator. In a run with a real MongoDB the conformance suite tests that MongoDB instead of
 * the emulator.
 */
const hasEmulator = () => !process.env["MONGODB_URL"] && mongodBinary(process.env) === undefined;

/**
 * Starts the stores that the environment does not name. `close` stops these stores and returns the durations of the
 * tests.
 */
export async function openTestRun(options: TestRunOptions) {
  const { expected, say } = options;
  const before = readdirSync(".");
  const opened = await openStores(options);
  const { dataDir, folder, stores } = opened;
  const results = createTestResults();
  const packageTimes: ProcessTimes[] = [];
  const { signal, onLine, endWatch } = watchSilence(options, join(folder, WHOLE_RUN));
  const listenerFor = createListeners(options);
  const start = async (one: Pick<AvaRun, "args" | "env" | "folder" | "listener">) =>
    runAva({ ...one, env: { ...environmentOf(opened), ...one.env }, results, onLine, signal });

  return {
    /** Runs the tests of the given processes, the longest process first. */
    run: async (own: readonly TestProcess[], { args = [], env = {} }: AvaOptions = {}): Promise<void> => {
      const secondsOf = ({ name }: TestProcess) => expectedOf(expected, name).seconds;
      const ordered = own.toSorted((a, b) => secondsOf(b) - secondsOf(a));
      const runPool = async (pool: Pool) => {
        const inPool = ordered.filter((one) => one.pool === pool);
        if (inPool.length === 0) return;
        const files = writeEntries(inPool, pool);
        const listener = listenerFor(inPool.length === 1 ? inPool[0]?.name : undefined);
        await start({ args: [`--concurrency=${concurrency[pool]}`, ...args, files], env, listener });
      };
      await Promise.all([runPool("computing"), runPool("waiting")]);
    },

    /**
     * Runs the tests of a package of the project with the package's configuration, and counts them under the process
     * `name`.
     */
    runPackage: async (name: string, packageFolder: string, env: NodeJS.ProcessEnv): Promise<void> => {
      const startMs = performance.now();
      const passed = results.counts().passed;
      await start({ args: [], env, folder: packageFolder, listener: listenerFor(name) });
      const wallMs = performance.now() - startMs;
      const tests = results.counts().passed - passed;
      const file = { file: packageFolder, tests, loadMs: 0, testMs: wallMs };
      packageTimes.push({ wallMs, processorMs: 0, files: [file] });
    },

    results,
    hasEmulator: hasEmulator(),
    /** A folder for files of programs and tests that are needed until the end of the test run. */
    folder,

    /** Searches the output of the test run for secrets, stops the stores, and returns the durations of the tests. */
    close: async (): Promise<ProcessTimes[]> => {
      endWatch();
      try {
        reportSecrets({ dataDir, stores, results, say });
        for (const name of readdirSync(".").filter((name) => name !== COMPILED && !before.includes(name)))
          results.addFailure({ title: `the run has left ${name} in the checkout`, details: {}, places: [] });
        keepWholeOutput(folder);
        return [...readTimes(folder), ...packageTimes];
      } finally {
        await stores.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** The name of the file, in the folder of a test run, that gets the whole output of the run. */
const WHOLE_RUN = "run.output";

function keepWholeOutput(folder: string): void {
  const whole = join(folder, WHOLE_RUN);
  if (!existsSync(whole)) return;
  mkdirSync(COMPILED, { recursive: true });
  copyFileSync(whole, WHOLE_OUTPUT);
}

type OpenedStores = Awaited<ReturnType<typeof openStores>>;

async function openStores({ say, signal }: Pick<TestRunOptions, "say" | "signal">) {
  const dataDir = mkdtempSync(join(tmpdir(), "pc-benchmarks-test-"));
  try {
    const folder = join(dataDir, "output");
    mkdirSync(folder);
    return {
      dataDir,
      folder,
      stores: await startStores({ dataDir, given: process.env, log: say, signal }),
    };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the environment variables for the tests of a run. */
const environmentOf = ({ stores, folder }: OpenedStores): NodeJS.ProcessEnv => ({
  ...process.env,
  ...stores.env,
  ...(!hasEmulator() && { CONFORMANCE_MONGODB_URL: stores.env.MONGODB_URL }),
  NODE_ENV: "test",
  TEST_OUTPUT_DIR: folder,
});

/**
 * Returns a signal that aborts when a test run has printed nothing for too long, and a function that takes the output
 * lines and writes them to a file.
 */
function watchSilence({ say, signal }: Pick<TestRunOptions, "say" | "signal">, wholeOutput: string) {
  const stopping = new AbortController();
  signal.addEventListener("abort", () => stopping.abort());
  const silence = setTimeout(() => {
    say(`The tests have said nothing for ${MAX_SILENCE_MS} ms, so the run is ended.`);
    stopping.abort();
  }, MAX_SILENCE_MS);
  return {
    signal: stopping.signal,
    onLine: (line: string): void => {
      silence.refresh();
      appendFileSync(wholeOutput, `${line}\n`);
    },
    endWatch: (): void => clearTimeout(silence),
  };
}

/**
 * Returns a function that creates a listener, which shows the test results of one process. Without the name of a
 * process, the listener takes the process from the title of each test.
 */
const createListeners =
  ({ processes, progress, isEachShown }: TestRunOptions) =>
  (only?: string): ResultListener => {
    const count = (title: string) => progress.add(only ?? processOfEntry(title.split(" › ")[0] ?? ""));
    return {
      onPassed: (title) => {
        count(title);
        if (isEachShown) process.stdout.write(`✔ ${title}\n`);
      },
      onFailed: (failure) => {
        count(failure.title);
        progress.say(linesOfFailure(failure, processes)[0] ?? "");
      },
      onReport: (line) => {
        if (isEachShown) process.stdout.write(`    ℹ ${line}\n`);
      },
    };
  };
