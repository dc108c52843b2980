import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { partKinds } from "../../src/kinds/kinds.ts";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { testStores } from "../helpers/stores.ts";

const stores = await testStores(test);

const ROWS = 200;

/** Runs an import script on a file with the given name and text. */
async function importFile(t: ExecutionContext, script: string, [name, text]: File, ...args: string[]) {
  const file = join(temporaryFolder(t), name);
  writeFileSync(file, text);
  const env = { ...process.env, ...stores.env, LOG_LEVEL: "error" };
  const program = runProgram(t, `scripts/${script}.ts`, { args: [...args, "--file", file], env });
  return { code: await program.ended, lines: program.output.stderr.trimEnd().split("\n"), ...program.output };
}

type File = readonly [name: string, text: string];

const rows = (header: string, row: string) => `${header}\n${`${row}\n`.repeat(ROWS)}`;

for (const [title, script, file, args, expected] of [
  [
    "products in our format",
    "import-products",
    ["cpus.csv", rows("brand,name,cores", "AMD,Ryzen 7 5800X,8")],
    ["--kind", "cpu", "--source", "x"],
    /^Expected the header source_id,make,model,.*, at least source_id,make,model,/,
  ],
  [
    "prices",
    "import-products",
    ["prices.csv", rows("title,usd", "AMD Ryzen 7 5800X,199.99")],
    ["--kind", "cpu", "--format", "pc-part-prices"],
    /^Expected the header name,price,core_count,/,
  ],
  [
    "builds",
    "import-builds",
    ["builds.csv", rows("id,title", "1,Test bench")],
    [],
    new RegExp(`^Expected the header build_id,name,${partKinds.join(",")}, at least build_id,name$`),
  ],
  [
    "builds without ids",
    "import-builds",
    ["builds.csv", rows("name,cpu", "Test bench,amd-ryzen-7-5800x")],
    [],
    new RegExp(`^Expected the header build_id,name,${partKinds.join(",")}, at least build_id,name$`),
  ],
] as const)
  test(`a wrong header of a file of ${title} causes one message, however many rows follow`, async (t) => {
    const { code, lines, stdout } = await importFile(t, script, file, ...args);
    t.is(code, 1);
    t.is(stdout, "");
    t.regex(lines[0] ?? "", expected);
    t.deepEqual(lines.slice(1), [`found ${file[1].split("\n")[0]}`]);
  });

for (const [script, name, args] of [
  ["import-products", "records.ndjson", ["--kind", "cpu", "--format", "opendb"]],
  ["import-builds", "builds.ndjson", []],
] as const)
  test(`${script} reports once that a CSV file does not contain JSON records`, async (t) => {
    const text = rows("build_id,name", "1,Test bench");
    const { code, lines } = await importFile(t, script, [name, text], ...args);
    t.is(code, 1);
    t.deepEqual(lines, ['Expected one JSON record a line, such as {"name":"value"}', "found build_id,name"]);
  });

test("an import of a missing file prints one message", async (t) => {
  const env = { ...process.env, ...stores.env, LOG_LEVEL: "error" };
  for (const [script, args] of [
    ["import-products", ["--kind", "cpu", "--source", "x", "--file", "nowhere.csv"]],
    ["import-builds", ["--file", "nowhere.csv"]],
  ] as const) {
    const program = runProgram(t, `scripts/${script}.ts`, { args, env });
    t.is(await program.ended, 1);
    t.is(
      program.output.stderr,
      "--file: expected the name of a file, found nowhere.csv, which does not exist\n",
    );
  }
});
