import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, TEST_BUNDLE } from "./test-files.ts";

/**
 * How tests use the machine. `computing` ones keep a core busy; `waiting` ones wait for processes, time limits and stores for most of
 * their time, so that others run beside them.
 */
export type Pool = "computing" | "waiting";

/** Test files that one process loads: what they have in common is loaded once. */
export interface TestProcess {
  name: string;
  pool: Pool;
  files: readonly string[];
}

/** How many test files a process loads at most. More of them would make it the last one to end. */
const MAX_FILES = 20;

/** How many test files a room needs for a process of its own. */
const MIN_FILES = 8;

/** Files that have a process for themselves: they measure it, stop its clock, or take longer than all of their neighbours. */
const aloneFiles = new Set([
  "test/benchmarks/budgets/failed-runs.test.ts",
  "test/benchmarks/runs/run-waiter.test.ts",
  "test/benchmarks/submit/commit-path.test.ts",
  "test/http/limits/slow-clients.test.ts",
  "test/readers/attacks.test.ts",
  "test/scripts/bench/bench.test.ts",
  "test/workers/memory.test.ts",
]);

/** Files with tests in a browser: those of a process share one. */
const browserFiles = new Set([
  "test/frames/chart-in-browser.test.ts",
  "test/dashboard/dashboard-in-browser.test.ts",
  "test/http/cross-origin-in-browser.test.ts",
  "test/openapi/docs-page.test.ts",
  "test/pages/every-page.test.ts",
  "test/pages/hardware-in-browser.test.ts",
  "test/pages/home-in-browser.test.ts",
  "test/pages/runs-in-browser.test.ts",
  "test/pages/upgrades.test.ts",
  "test/pages/whole-way.test.ts",
]);

/** The beginnings of the paths of files whose tests wait for most of their time. */
const waitingPaths = ["test/faults/"];

const poolOf = (file: string): Pool =>
  waitingPaths.some((path) => file.startsWith(path)) ? "waiting" : "computing";

/** Returns `builds-import-x` for `test/builds/import/x.test.ts`. */
const nameOf = (path: string) =>
  path
    .replace(/^test\//, "")
    .replace(/\.test\.tsx?$/, "")
    .replaceAll("/", "-");

/** Returns a process for each of some test files. Only so can a test be chosen by its title alone. */
export const processOfEach = (files: readonly string[]): TestProcess[] =>
  files.map((file) => ({ name: nameOf(file), pool: poolOf(file), files: [file] }));

/**
 * Returns the processes that run test files quickest. What a process has loaded and compiled for one file it has for the next ones: the
 * files of a room, such as `test/benchmarks`, share a few processes, and those of small rooms share some with other rooms.
 */
export function groupTestFiles(files: readonly string[]): TestProcess[] {
  const isAlone = (file: string) => aloneFiles.has(file) || poolOf(file) === "waiting";
  const rooms = new Map<string, string[]>();
  for (const file of files.filter((file) => !isAlone(file))) {
    const room = browserFiles.has(file) ? "browser" : roomOf(file);
    rooms.set(room, [...(rooms.get(room) ?? []), file]);
  }
  const small = [...rooms].filter(([, own]) => own.length < MIN_FILES);
  const large = [...rooms].filter(([, own]) => own.length >= MIN_FILES);
  return [
    ...large.flatMap(([room, own]) => shareOut(room, own)),
    ...shareOut(
      "small-rooms",
      small.flatMap(([, own]) => own),
    ),
    ...processOfEach(files.filter(isAlone)),
  ];
}

const roomOf = (file: string) => file.split("/").slice(1, -1)[0] ?? "";

/** Returns as few processes as hold some files, in their order, and gives each about as many. */
function shareOut(name: string, files: readonly string[]): TestProcess[] {
  const count = Math.ceil(files.length / MAX_FILES);
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, index) => ({
    name: count === 1 ? name : `${name}-${index + 1}`,
    pool: "computing",
    files: files.slice(index * size, (index + 1) * size),
  }));
}

/** The folder with the files that ava runs, each in a process: one folder for each pool. */
const entriesOf = (pool: Pool) => join(COMPILED, "entries", pool);

/** The name under which ava reports a process: `builds-import` for `dist-test/entries/computing/007-builds-import.test.js`. */
export const processOfEntry = (entry: string): string => entry.replace(/^.*\//, "").replace(/^\d{3}-/, "");

/**
 * Writes a file for each process, which ava runs in the order of the list. Returns the pattern of the files of a pool.
 */
export function writeEntries(processes: readonly TestProcess[], pool: Pool): string {
  const folder = entriesOf(pool);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own = processes.filter((one) => one.pool === pool);
  own.forEach(({ name, files }, index) => {
    const text = [
      // ava has them on, and Node would read the map of each module of a package that only tests load.
      "process.setSourceMapsEnabled(false);",
      `const { run } = await import("../../${TEST_BUNDLE}");`,
      `await run(${JSON.stringify(files)});`,
      "",
    ].join("\n");
    writeFileSync(join(folder, `${String(index).padStart(3, "0")}-${name}.test.js`), text);
  });
  return `${folder}/*.test.js`;
}
