import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import test, { type ExecutionContext } from "ava";
import { takeDeclarations, type Declaration } from "./collected-tests.ts";
import { FAILED_AT, placesOf } from "./failed-places.ts";
import { createFileSchedule, type FileSchedule, type Turn } from "./file-schedule.ts";

/** A function that loads a test file. While the file is loaded, it declares its tests. */
type LoadTestFile = () => Promise<unknown>;

/**
 * The durations of a test file. The tests of a process overlap, so the sum over its files differs from the duration
 * of the process.
 */
export interface FileTimes {
  file: string;
  tests: number;
  /** How long the test process took to load the test file, in ms. */
  loadMs: number;
  /** The time from the beginning of the first test to the end of the last test, in ms. */
  testMs: number;
}

/** The durations that a test process writes when it ends. They show which tests are slow. */
export interface ProcessTimes {
  wallMs: number;
  /** The processor time of this process, without the programs that its tests start. */
  processorMs: number;
  files: FileTimes[];
}

/** The folder for the durations of a test process. Undefined if tests run without `npm test`. */
const folder = process.env["TEST_OUTPUT_DIR"];

/**
 * The title patterns that `npm test` has passed to ava, empty if all tests run. ava runs only the tests with matching
 * titles, so no test may wait for a test without a matching title.
 */
const chosen = JSON.parse(process.env["TEST_MATCH"] ?? "[]") as string[];

/**
 * How long a test may run without an assertion, in ms. The limit is so high that only hanging tests reach it, even on
 * the slowest machine.
 */
const TEST_TIMEOUT_MS = Number(process.env["TEST_TIMEOUT_MS"] ?? 600_000);

/**
 * Loads test files one after another and declares their tests to ava, which runs them in this process. If there are
 * several files, each title begins with the path of the file. A file that cannot be loaded or has no tests becomes a
 * failing test, so that the other files still run.
 */
export async function runTestFiles(files: readonly (readonly [string, LoadTestFile])[]): Promise<void> {
  // Remove the argument with which ava enables source maps: programs that tests start would inherit it, and read a
  // thousand source maps.
  process.execArgv = process.execArgv.filter((argument) => argument !== "--enable-source-maps");
  const loaded: { times: FileTimes; declarations: Declaration[] }[] = [];
  for (const [file, load] of files) {
    const start = performance.now();
    const declarations = await declarationsOf(load);
    loaded.push({ times: { file, tests: 0, loadMs: performance.now() - start, testMs: 0 }, declarations });
  }
  refuseExit();
  for (const { times, declarations } of loaded) {
    const schedule = createFileSchedule();
    for (const declaration of declarations) declare(declaration, { times, schedule }, files.length > 1);
  }
  process.once("exit", () => write(loaded.map(({ times }) => times)));
}

/**
 * Makes a test that calls process.exit fail instead, because the exit would break ava's reporter. ava itself may
 * still exit.
 */
function refuseExit(): void {
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    const [, , caller = ""] = (new Error().stack ?? "").split("\n");
    if (caller.includes("/node_modules/ava/")) exit(code);
    throw new Error(`expected that no test ends its process, found process.exit(${code ?? ""})`);
  };
}

async function declarationsOf(load: LoadTestFile): Promise<Declaration[]> {
  try {
    await load();
  } catch (error) {
    // Keep the hooks that the test file declared before its error, because these hooks stop the services that the file
    // has started.
    return [...takeDeclarations().filter(isHook), failingTest("the file could not be loaded", error)];
  }
  const declarations = takeDeclarations();
  return declarations.every(isHook)
    ? [
        ...declarations,
        failingTest("the file has tests", new Error("expected a test in this file, found none")),
      ]
    : declarations;
}

const isHook = ({ names }: Declaration) => !isTest(names);

function failingTest(title: string, error: unknown): Declaration {
  return {
    names: [],
    args: [
      title,
      () => {
        throw error;
      },
    ],
  };
}

type Implementation = (t: ExecutionContext, ...args: unknown[]) => unknown;

interface TestFile {
  times: FileTimes;
  schedule: FileSchedule;
}

/** Declares a test or a hook to ava. The schedule of the file decides when the test or hook runs. */
function declare({ names, args }: Declaration, file: TestFile, hasPrefix: boolean): void {
  const [title, given, ...others] = typeof args[0] === "string" ? args : [undefined, ...args];
  const implementation = typeof given === "function" ? (given as Implementation) : undefined;
  const kind = names.join(".");
  if (kind === "before" && isPlain(implementation)) return file.schedule.addBefore(implementation);
  if (kind === "beforeEach" && isPlain(implementation)) return file.schedule.addBeforeEach(implementation);
  const fullTitle = hasPrefix ? `${file.times.file} › ${title as string}` : title;
  let own: unknown = test;
  for (const name of isTest(names) ? names.filter((name) => name !== "serial") : names)
    own = (own as Record<string, unknown>)[name];
  (own as (...args: readonly unknown[]) => void)(
    ...(title === undefined ? [] : [fullTitle]),
    ...(implementation === undefined
      ? []
      : [isChosen(fullTitle) ? scheduled(implementation, kind, file) : implementation]),
    ...others,
  );
}

/**
 * Returns whether ava runs a test with a title. In a pattern `*` stands for any text, and a pattern that begins with
 * `!` excludes titles.
 */
function isChosen(title: unknown): boolean {
  if (typeof title !== "string") return true;
  const escaped = (text: string) => text.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&");
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`, "is").test(title);
  const [without, withThese] = [true, false].map((isLeftOut) =>
    chosen.filter((pattern) => pattern.startsWith("!") === isLeftOut),
  ) as [string[], string[]];
  return (
    !without.some((pattern) => matches(pattern.slice(1))) &&
    (withThese.length === 0 || withThese.some(matches))
  );
}

const isTest = (names: readonly string[]) => !names.some((name) => /^(?:before|after)/.test(name));

/** Returns whether a hook of a test file takes no argument. Only ava can call a hook with an argument. */
const isPlain = (hook: Implementation | undefined): hook is () => unknown => hook?.length === 0;

function scheduled(implementation: Implementation, kind: string, { times, schedule }: TestFile) {
  if (kind === "after.always" && isPlain(implementation)) return schedule.addAfter(implementation);
  if (!/^(?:serial)?(?:\.?failing)?$/.test(kind)) return implementation;
  times.tests += 1;
  return timed(implementation, times, schedule.addTest(kind.startsWith("serial")));
}

/**
 * Records when the first test of a file begins and when its last test ends. Logs the positions of a failure, because
 * ava reports only one line of a stack.
 */
function timed(implementation: Implementation, times: FileTimes, turn: Turn): Implementation {
  return async (t, ...args) => {
    // ava runs teardowns in reverse order, so the teardowns of the test itself run before the teardown `turn.end`.
    t.teardown(turn.end);
    await turn.begin();
    firstStarts.set(times, firstStarts.get(times) ?? performance.now());
    // Each test gets a time limit, because ava's global time limit would break ava's reporter.
    t.timeout(TEST_TIMEOUT_MS);
    try {
      return await implementation(t, ...args);
    } catch (error) {
      for (const place of placesOf(error)) t.log(`${FAILED_AT}${place}`);
      throw error;
    } finally {
      times.testMs = performance.now() - (firstStarts.get(times) ?? 0);
    }
  };
}

const firstStarts = new WeakMap<FileTimes, number>();

function write(files: FileTimes[]): void {
  if (folder === undefined) return;
  const { user, system } = process.cpuUsage();
  const times: ProcessTimes = {
    wallMs: performance.now(),
    processorMs: (user + system) / 1000,
    files,
  };
  writeFileSync(join(folder, `${process.pid}.times`), JSON.stringify(times));
}
