import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import test, { type ExecutionContext } from "ava";
import { takeDeclarations, type Declaration } from "./collected-tests.ts";
import { FAILED_AT, placesOf } from "./failed-places.ts";
import { createFileSchedule, type FileSchedule, type Turn } from "./file-schedule.ts";

/** Loads a test file, which declares its tests meanwhile. */
type LoadTestFile = () => Promise<unknown>;

/** How long a test file took. The tests of a process overlap, so the times of its files do not add up to its own. */
export interface FileTimes {
  file: string;
  tests: number;
  /** From the beginning of its loading to its end. */
  loadMs: number;
  /** From the beginning of its first test to the end of its last. */
  testMs: number;
}

/** What a process writes when it ends, for those who look for slow tests. */
export interface ProcessTimes {
  wallMs: number;
  /** Processor time of this process alone, without the programs that its tests start. */
  processorMs: number;
  files: FileTimes[];
}

/** Where the times of a process go. Undefined where tests run without `npm test`. */
const folder = process.env["TEST_OUTPUT_DIR"];

/** The patterns of titles that `npm test` has given ava: it runs no other test, so nobody may wait for one. None where all are run. */
const chosen = JSON.parse(process.env["TEST_MATCH"] ?? "[]") as string[];

/** How long a test may go without an assertion: a bound on hanging ones alone, on the slowest machine, too. */
const TEST_TIMEOUT_MS = Number(process.env["TEST_TIMEOUT_MS"] ?? 600_000);

/**
 * Loads test files one after another and declares their tests to ava, which runs them in this process.
 * Where there are several, each title begins with the path of its file. A file that cannot be loaded, or has no tests, becomes a test
 * that fails, so that the others run all the same.
 */
export async function runTestFiles(files: readonly (readonly [string, LoadTestFile])[]): Promise<void> {
  // ava wants stack traces of the sources. Programs that tests start are given the same arguments, and would read a thousand source maps.
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

/** Lets a test that ends its process fail instead: ava's reporter of results breaks there. ava itself may end it. */
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
    // The hooks that it has declared so far end what it has started.
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

/** Declares a test or a hook to ava. The schedule of the file decides when it runs. */
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

/** Whether ava runs what has a title: a pattern has `*` for any text, and one that begins with `!` leaves out what it matches. */
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

/** Whether a hook takes nothing of ava. Others are ava's alone. */
const isPlain = (hook: Implementation | undefined): hook is () => unknown => hook?.length === 0;

function scheduled(implementation: Implementation, kind: string, { times, schedule }: TestFile) {
  if (kind === "after.always" && isPlain(implementation)) return schedule.addAfter(implementation);
  if (!/^(?:serial)?(?:\.?failing)?$/.test(kind)) return implementation;
  times.tests += 1;
  return timed(implementation, times, schedule.addTest(kind.startsWith("serial")));
}

/** Notes when the first test of a file began and the last one ended, and where a test has failed: ava tells one line of a stack alone. */
function timed(implementation: Implementation, times: FileTimes, turn: Turn): Implementation {
  return async (t, ...args) => {
    // What a test registers itself is torn down before.
    t.teardown(turn.end);
    await turn.begin();
    firstStarts.set(times, firstStarts.get(times) ?? performance.now());
    // A limit for each test: ava's own, for all that run, breaks its reporter where it is reached.
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
