import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, TEST_BUNDLE } from "./test-files.ts";

/**
 * How tests use the machine: `computing` tests keep a core busy; `waiting` tests spend most of their time waiting for
 * processes, time limits and stores, so that other tests can run beside them.
 */
export type Pool = "computing" | "waiting";

/** Test files that one process runs, so that their common modules are loaded once. */
export interface TestProcess {
  name: string;
  pool: Pool;
  files: readonly string[];
}

/** The maximum number of test files that a process runs. A process with more files would be the last to end. */
const MAX_FILES = 20;

/** The minimum number of test files for which a folder of test/ gets a separate process. */
const MIN_FILES = 8;

/**
 * Files that run in a separate process, because they measure the process, mock its timers, or take longer than all
 * other files of their folder.
 */
const aloneFiles = new Set([
  "test/benchmarks/budgets/failed-runs.test.ts",
  "test/benchmarks/runs/run-waiter.test.ts",
  "test/benchmarks/submit/commit-path.test.ts",
  "test/http/limits/slow-clients.test.ts",
  "test/infra/unused-connections.test.ts",
]);

/** Whether tests of a file use a browser. One process runs all of these files, which share its browser. */
const usesBrowser = (file: string) => readFileSync(file, "utf8").includes("browserTest(");

/**
 * Test files that search the whole catalogue OpenDB, if there is a folder with OpenDB. One process runs all of these
 * files, which share one import of the catalogue.
 */
const realCatalogueFiles = new Set([
  "test/products/kinds/kinds.test.ts",
  "test/products/search/judged-names.test.ts",
  "test/products/search/quality.test.ts",
  "test/products/search/understand/understood-words.test.ts",
]);

/** The names of the test processes whose files share something expensive, such as a browser. */
const sharingRooms = new Set(["real-catalogue", "browser"]);

/** Path prefixes of files whose tests spend most of their time waiting. */
const waitingPaths = ["test/faults/", "test/proxies/"];

const poolOf = (file: string): Pool =>
  waitingPaths.some((path) => file.startsWith(path)) ? "waiting" : "computing";

/** Returns the name of a test file's process: `builds-import-x` for `test/builds/import/x.test.ts`. */
const nameOf = (path: string) =>
  path
    .replace(/^test\//, "")
    .replace(/\.test\.tsx?$/, "")
    .replaceAll("/", "-");

/**
 * Returns a process for each test file. A test can be selected by its title alone only if its file has a separate
 * process.
 */
export const processOfEach = (files: readonly string[]): TestProcess[] =>
  files.map((file) => ({ name: nameOf(file), pool: poolOf(file), files: [file] }));

/**
 * Returns the processes that run test files fastest. Files of a process share loaded and compiled modules: so the
 * files of a folder such as `test/benchmarks` share a few processes, and small folders share processes with each
 * other.
 */
export function groupTestFiles(files: readonly string[]): TestProcess[] {
  const isAlone = (file: string) => aloneFiles.has(file) || poolOf(file) === "waiting";
  const rooms = new Map<string, string[]>();
  for (const file of files.filter((file) => !isAlone(file))) {
    const room = roomOf(file);
    rooms.set(room, [...(rooms.get(room) ?? []), file]);
  }
  const isLarge = ([room, own]: [string, string[]]) => own.length >= MIN_FILES || sharingRooms.has(room);
  const small = [...rooms].filter((room) => !isLarge(room));
  const large = [...rooms].filter(isLarge);
  return [
    ...large.flatMap(([room, own]) => shareOut(room, own)),
    ...shareOut(
      "small-rooms",
      small.flatMap(([, own]) => own),
    ),
    ...processOfEach(files.filter(isAlone)),
  ];
}

/**
 * Returns the name of the processes that may run a file: what the file shares with other files, or its folder below
 * test/.
 */
function roomOf(file: string): string {
  if (realCatalogueFiles.has(file)) return "real-catalogue";
  return usesBrowser(file) ? "browser" : (file.split("/").slice(1, -1)[0] ?? "");
}

/** Distributes files evenly, in their order, over the fewest processes that run at most MAX_FILES files each. */
function shareOut(name: string, files: readonly string[]): TestProcess[] {
  const count = Math.ceil(files.length / MAX_FILES);
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, index) => ({
    name: count === 1 ? name : `${name}-${index + 1}`,
    pool: "computing",
    files: files.slice(index * size, (index + 1) * size),
  }));
}

/**
 * Returns the folder with the entry files of a pool of test processes. ava runs each entry file in a separate process.
 */
const entriesOf = (pool: Pool) => join(COMPILED, "entries", pool);

/**
 * Returns the name of a process from its entry file: `builds-import` for
 * `dist-test/entries/computing/007-builds-import.test.js`.
 */
export const processOfEntry = (entry: string): string => entry.replace(/^.*\//, "").replace(/^\d{3}-/, "");

/**
 * Writes an entry file for each process of a pool; ava runs them in the order of the list. Returns the glob pattern
 * of these files.
 */
export function writeEntries(processes: readonly TestProcess[], pool: Pool): string {
  const folder = entriesOf(pool);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own = processes.filter((one) => one.pool === pool);
  own.forEach(({ name, files }, index) => {
    const text = [
      // Switch off the source maps that ava enables, because Node would read the map of each module in packages that
      // only tests load.
      "process.setSourceMapsEnabled(false);",
      `const { run } = await import("../../${TEST_BUNDLE}");`,
      `await run(${JSON.stringify(files)});`,
      "",
    ].join("\n");
    writeFileSync(join(folder, `${String(index).padStart(3, "0")}-${name}.test.js`), text);
  });
  return `${folder}/*.test.js`;
}
