import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { benchRows } from "../../../scripts/bench/rows.ts";
import type { BenchResults } from "../../../scripts/bench/results.ts";
import { runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { testStores, type TestStores } from "../../helpers/stores.ts";
import { until } from "../../helpers/until.ts";

const stores = await testStores(test);

/** Part of the names of the databases, Redis keys and search indexes of measurements. */
const OWN = "pcb-bench-";

/** Returns the names of databases, indexes and keys that measurements have left in the stores of this test run. */
async function leftIn({ db, redis, searchEngine }: TestStores): Promise<string[]> {
  const { databases } = await db.admin().listDatabases({ nameOnly: true });
  const { results } = await searchEngine.client.getRawIndexes({ limit: 1000 });
  const names = [...databases.map(({ name }) => name), ...results.map(({ uid }) => uid)];
  return [...names, ...(await redis.keys("*"))].filter((name) => name.includes(OWN));
}

interface Measured {
  exitCode: number | NodeJS.Signals;
  stdout: string;
  stderr: string;
  /** The path of the file into which the benchmark program has written its results. */
  path: string;
  results: BenchResults;
}

let measured: Promise<Measured> | undefined;

/** Measures all rows of the benchmarks in one program, which the first call of this function starts. */
const measureAll = (t: ExecutionContext) => (measured ??= runAll(t));

async function runAll(t: ExecutionContext): Promise<Measured> {
  const folder = temporaryFolder(t);
  const args = ["--small", "--pairs", "1", "--results", folder];
  const program = runProgram(t, "scripts/bench.ts", { args, env: { ...process.env } });
  const exitCode = await program.ended;
  const [path] = filesIn(folder);
  if (path === undefined) throw new Error(`no file of results: ${program.output.stderr}`);
  return { exitCode, ...program.output, path, results: JSON.parse(readFileSync(path, "utf8")) };
}

for (const row of benchRows)
  test.serial(`npm run bench writes each figure of the row ${row.name} to a file`, async (t) => {
    t.timeout(1_200_000);
    const { stderr, results } = await measureAll(t);
    t.like(results, { size: "small", pairs: 1 });
    const own = results.rows.find(({ name }) => name === row.name);
    const figures = own?.figures ?? {};
    t.deepEqual(Object.keys(figures), Object.keys(row.figures), stderr);
    for (const [name, { ours, yardstick, judged }] of Object.entries(figures)) {
      t.true(name.endsWith("_difference_ms") ? Number.isFinite(ours) : ours > 0, name);
      t.true(judged === "value" || (yardstick ?? 0) > 0);
    }
  });

test.serial(
  "npm run bench of all rows prints the path of its results, and leaves nothing in the stores",
  async (t) => {
    t.timeout(1_200_000);
    const { exitCode, stdout, stderr, path, results } = await measureAll(t);
    t.is(exitCode, 0, stderr);
    t.deepEqual(
      results.rows.map(({ name }) => name),
      benchRows.map(({ name }) => name),
    );
    t.true(results.machine.cores > 0);
    t.true(stdout.includes(path));
    t.deepEqual(await leftIn(stores), []);
  },
);

/** Runs only the fastest row of the benchmarks, with two pairs of measurements. */
function runShortRow(t: ExecutionContext, results: string, ...more: string[]) {
  const args = ["--small", "--pairs", "2", "--only", "read-capture", "--results", results, ...more];
  return runProgram(t, "scripts/bench.ts", { args, env: { ...process.env } });
}

/** Returns the paths of the result files in a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

test.serial(
  "npm run bench with earlier results to compare names a figure that became slower and ends with exit code 1",
  async (t) => {
    const folder = temporaryFolder(t);
    t.is(await runShortRow(t, folder).ended, 0);
    const [path = ""] = filesIn(folder);
    const results = JSON.parse(readFileSync(path, "utf8")) as BenchResults;
    const figure = results.rows[0]?.figures["read_ms"];
    if (!figure) throw new Error("expected the figure read_ms");
    const compareWith = async (share: number, change: Partial<BenchResults> = {}) => {
      const pairs = figure.pairs.map((pair) => pair * share);
      const figures = { read_ms: { ...figure, median: figure.median * share, pairs } };
      const rows = results.rows.map((row) => ({ ...row, figures }));
      const earlier = join(temporaryFolder(t), "earlier.json");
      writeFileSync(earlier, JSON.stringify({ ...results, rows, ...change }));
      const program = runShortRow(t, temporaryFolder(t), "--compare", earlier);
      return { code: await program.ended, ...program.output };
    };
    const slower = await compareWith(0.01);
    t.is(slower.code, 1);
    t.regex(
      slower.stdout,
      /1 of 1 figures became slower\nthe file lacks read-capture peak_mib\n.*\nread-capture +read_ms/,
    );
    const quicker = await compareWith(100);
    t.is(quicker.code, 0, quicker.stderr);
    t.regex(quicker.stdout, /0 of 1 figures became slower/);
    const nothing = await compareWith(1, { rows: [] });
    t.is(nothing.code, 1);
    t.regex(
      nothing.stdout,
      /0 of 0 figures became slower\nthe file lacks read-capture read_ms, read-capture peak_mib/,
    );
    const full = await compareWith(1, { size: "full" });
    t.is(full.code, 2);
    t.regex(
      full.stderr,
      /^--compare: expected results of the same size as this measurement, small, found full/,
    );
  },
);

test.serial(
  "npm run bench refuses a file that does not contain results before the first measurement",
  async (t) => {
    const folder = temporaryFolder(t);
    const wrong = join(folder, "wrong.json");
    writeFileSync(wrong, '{"rows":[{}]}');
    const program = runShortRow(t, folder, "--compare", wrong);
    t.is(await program.ended, 2);
    t.true(
      program.output.stderr.startsWith(
        `--compare: ${wrong}: expected results of npm run bench, found other JSON`,
      ),
    );
    t.deepEqual(filesIn(folder), [wrong]);
  },
);

test.serial(
  "npm run bench leaves neither data nor folders when a signal ends it, and writes the rows measured so far",
  async (t) => {
    const results = temporaryFolder(t);
    const scratch = temporaryFolder(t);
    const args = ["--small", "--pairs", "100", "--only", "search,read-capture", "--results", results];
    const program = runProgram(t, "scripts/bench.ts", { args, env: { ...process.env, TMPDIR: scratch } });
    await until(async () => program.output.stderr.includes("recording what"), "the measurement to begin");
    t.true((await leftIn(stores)).length > 0);
    program.child.kill("SIGTERM");
    t.is(await program.ended, 1, program.output.stderr);
    t.deepEqual(await leftIn(stores), []);
    t.deepEqual(readdirSync(scratch), []);
    const [path = ""] = filesIn(results);
    const { failed } = JSON.parse(readFileSync(path, "utf8")) as BenchResults;
    t.deepEqual(failed, [{ name: "search", reason: "stopped" }]);
  },
);

test.serial("npm run bench refuses an unknown row with the names of all rows", async (t) => {
  const program = runProgram(t, "scripts/bench.ts", { args: ["--only", "serch"], env: { ...process.env } });
  t.is(await program.ended, 2);
  const names = benchRows.map(({ name }) => name).join(", ");
  t.true(
    program.output.stderr.startsWith(`--only: expected names of measurements out of ${names}, found serch\n`),
  );
});
