import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { benchRows } from "../../../scripts/bench/rows.ts";
import type { BenchResults } from "../../../scripts/bench/results.ts";
import { runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { testStores, type TestStores } from "../../helpers/stores.ts";

const stores = await testStores(test);

/** How the database, the keys and the indexes of measurements are named. */
const OWN = "pcb-bench-";

/** Returns what measurements have left in the stores of this test run, which they were given. */
async function leftIn({ db, redis, searchEngine }: TestStores): Promise<string[]> {
  const { databases } = await db.admin().listDatabases({ nameOnly: true });
  const { results } = await searchEngine.client.getRawIndexes({ limit: 1000 });
  const names = [...databases.map(({ name }) => name), ...results.map(({ uid }) => uid)];
  return [...names, ...(await redis.keys("*"))].filter((name) => name.includes(OWN));
}

// One after the other: each starts a service.
for (const row of benchRows)
  test.serial(
    `the row ${row.name} measures each of its figures, writes them into a file, and leaves nothing in the stores`,
    async (t) => {
      t.timeout(600_000);
      const folder = temporaryFolder(t);
      const args = ["--small", "--pairs", "1", "--only", row.name, "--results", folder];
      const program = runProgram(t, "scripts/bench.ts", { args, env: { ...process.env } });
      t.is(await program.ended, 0, program.output.stderr);
      const [file = ""] = readdirSync(folder);
      const results = JSON.parse(readFileSync(join(folder, file), "utf8")) as BenchResults;
      t.like(results, { size: "small", pairs: 1, rows: [{ name: row.name }] });
      const figures = results.rows[0]?.figures ?? {};
      t.deepEqual(Object.keys(figures), Object.keys(row.figures));
      for (const { ours } of Object.values(figures)) t.true(ours > 0);
      t.true(program.output.stdout.includes(join(folder, file)));
      t.deepEqual(await leftIn(stores), []);
    },
  );

test.serial("a row that does not exist is refused, with the names of those that do", async (t) => {
  const program = runProgram(t, "scripts/bench.ts", { args: ["--only", "serch"], env: { ...process.env } });
  t.is(await program.ended, 1);
  const names = benchRows.map(({ name }) => name).join(", ");
  t.true(program.output.stderr.startsWith(`--only: expected rows of ${names}, found serch\n`));
});
