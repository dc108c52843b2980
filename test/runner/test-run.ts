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

/** How long all processes of a run may say nothing. Then it has stopped for ever: ava's own limit does not end every process that hangs. */
const MAX_SILENCE_MS = Number(process.env["TEST_MAX_SILENCE_MS"] ?? 1_200_000);

/**
 * How many processes run at the same time: one more than there are cores, since all wait now and then. Those that wait mostly start web
 * and worker processes with short time limits, which many at once would reach by themselves.
 */
const concurrency: Readonly<Record<Pool, number>> = {
  computing: Math.min(4, Math.max(2, availableParallelism())) + 1,
  waiting: 2,
};

/** Where the whole output of a run stands afterwards, as a path from the project's root. */
export const WHOLE_OUTPUT = join(COMPILED, "output.txt");

/** Tests on stores of this run alone. */
export type TestRun = Awaited<ReturnType<typeof openTestRun>>;

interface TestRunOptions {
  /** All that may run, to tell what failed and how far the run is. */
  processes: readonly TestProcess[];
  expected: ExpectedRun;
  progress: TestProgress;
  /** Whether each test has a line. Otherwise only failures have. */
  isEachShown: boolean;
  say: (line: string) => void;
  signal: AbortSignal;
}

interface AvaOptions {
  args?: readonly string[];
  /** Variables beside those of the run. */
  env?: NodeJS.ProcessEnv;
}

/** Whether this run has the emulator. Where it has a real MongoDB, the conformance suite tests that one instead. */
const hasEmulator = () => !process.env["MONGODB_URL"] && mongodBinary(process.env) === undefined;

/** Starts the stores that the environment does not name. `close` ends them and returns what there is to report. */
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
    /** Runs the tests of some processes, those that take longest first. */
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

    /** Runs the tests of a package of the project by its own configuration. @param name the process that stands for all of them */
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
    /** Where programs and tests may put what the run needs until its end. */
    folder,

    /** Stops the stores and returns how long the tests have taken. Looks for secrets in everything that was printed. */
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

/** The file in the folder of a run to which everything goes that it prints. */
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

/** What the environment tells tests of their run. */
const environmentOf = ({ stores, folder }: OpenedStores): NodeJS.ProcessEnv => ({
  ...process.env,
  ...stores.env,
  ...(!hasEmulator() && { CONFORMANCE_MONGODB_URL: stores.env.MONGODB_URL }),
  NODE_ENV: "test",
  TEST_OUTPUT_DIR: folder,
});

/** Ends a run that says nothing for too long. Takes its lines, and writes them to a file. */
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

/** Returns what shows the results of a process, or of those whose names ava puts before their titles. */
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
