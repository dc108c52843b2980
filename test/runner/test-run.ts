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
import { runAva } from "./run-ava.ts";
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
  const { processes, expected, progress, isEachShown, say, signal } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "pc-benchmarks-test-"));
  const folder = join(dataDir, "output");
  mkdirSync(folder);
  const wholeOutput = join(folder, "run.output");
  const results = createTestResults();
  const packageTimes: ProcessTimes[] = [];
  const before = readdirSync(".");
  const stores = await startStores({ dataDir, given: process.env, log: say, signal }).catch(
    (error: unknown) => {
      rmSync(dataDir, { recursive: true, force: true });
      throw error;
    },
  );
  const stopping = new AbortController();
  signal.addEventListener("abort", () => stopping.abort());
  const silence = setTimeout(() => {
    say(`The tests have said nothing for ${MAX_SILENCE_MS} ms, so the run is ended.`);
    stopping.abort();
  }, MAX_SILENCE_MS);
  const env = {
    ...process.env,
    ...stores.env,
    ...(!hasEmulator() && { CONFORMANCE_MONGODB_URL: stores.env.MONGODB_URL }),
    NODE_ENV: "test",
    TEST_OUTPUT_DIR: folder,
  };
  const onLine = (line: string) => {
    silence.refresh();
    appendFileSync(wholeOutput, `${line}\n`);
  };

  /** @param only the process of all tests where there is one, whose name ava then leaves out */
  const listenerFor = (only?: string): ResultListener => {
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

  return {
    /** Runs the tests of some processes, those that take longest first. */
    run: async (
      own: readonly TestProcess[],
      { args = [], env: more = {} }: AvaOptions = {},
    ): Promise<void> => {
      const ordered = own.toSorted(
        (a, b) => expectedOf(expected, b.name).seconds - expectedOf(expected, a.name).seconds,
      );
      const pools = (["computing", "waiting"] as const).filter((pool) =>
        own.some((one) => one.pool === pool),
      );
      await Promise.all(
        pools.map(async (pool) => {
          const inPool = ordered.filter((one) => one.pool === pool);
          const files = writeEntries(inPool, pool);
          await runAva({
            args: [`--concurrency=${concurrency[pool]}`, ...args, files],
            env: { ...env, ...more },
            results,
            listener: listenerFor(inPool.length === 1 ? inPool[0]?.name : undefined),
            onLine,
            signal: stopping.signal,
          });
        }),
      );
    },

    /** Runs the tests of a package of the project by its own configuration. @param name the process that stands for all of them */
    runPackage: async (name: string, packageFolder: string, more: NodeJS.ProcessEnv): Promise<void> => {
      const start = performance.now();
      const listener = listenerFor(name);
      const file = { file: packageFolder, tests: 0, loadMs: 0, testMs: 0 };
      await runAva({
        args: [],
        env: { ...env, ...more },
        folder: packageFolder,
        results,
        listener: {
          ...listener,
          onPassed: (title) => {
            file.tests += 1;
            listener.onPassed(title);
          },
        },
        onLine,
        signal: stopping.signal,
      });
      file.testMs = performance.now() - start;
      packageTimes.push({ wallMs: file.testMs, processorMs: 0, files: [file] });
    },

    results,
    hasEmulator: hasEmulator(),
    /** Where programs and tests may put what the run needs until its end. */
    folder,

    /** Stops the stores and returns how long the tests have taken. Looks for secrets in everything that was printed. */
    close: async () => {
      clearTimeout(silence);
      try {
        reportSecrets({ dataDir, stores, results, say });
        for (const name of readdirSync(".").filter((name) => name !== COMPILED && !before.includes(name)))
          results.addFailure({ title: `the run has left ${name} in the checkout`, details: {}, places: [] });
        const times = [...readTimes(folder), ...packageTimes];
        if (existsSync(wholeOutput)) {
          mkdirSync(COMPILED, { recursive: true });
          copyFileSync(wholeOutput, WHOLE_OUTPUT);
        }
        return times;
      } finally {
        await stores.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}
