import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { findExecutable } from "../../embedded/index.ts";
import { productKinds, productSources } from "../../src/products/index.ts";
import { columnsOf } from "../../src/products/import/import-row.ts";
import { patience } from "../helpers/patience.ts";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { testStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";

const readme = readFileSync(projectUrl("README.md"), "utf8");

/** Returns the first block of shell commands below a heading. */
function commandsBelow(heading: string): string {
  const section = readme.slice(readme.indexOf(`\n## ${heading}\n`));
  const [, commands] = /^```sh\n([\s\S]*?)^```$/m.exec(section) ?? [];
  if (commands === undefined) throw new Error(`expected commands below ${heading}`);
  return commands;
}

/** Runs the quick start on the stores of this test run, and returns where it serves once its show is over. */
async function quickstart(t: ExecutionContext): Promise<string> {
  const { env: stores } = await testStores(t);
  const env = {
    ...process.env,
    ...stores,
    ...patience,
    PORT: "0",
    DATA_DIR: temporaryFolder(t),
    RATE_LIMIT_LOG_INS: "600",
  };
  const program = runProgram(t, "scripts/quickstart.ts", { env });
  let isOver = false;
  void program.ended.then(() => (isOver = true));
  const readyLine = /^ready (http:\S+)/m;
  await until(async () => isOver || readyLine.test(program.output.stdout), "the quick start serves");
  const [, url] = readyLine.exec(program.output.stdout) ?? [];
  if (url === undefined) throw new Error(`the quick start ended: ${program.output.stderr}`);
  return url;
}

/**
 * Runs commands in bash as a reader does who pastes them, in a folder that has only the project's data, but ends at the first one that
 * fails. curl fails where the answer is an error.
 */
async function paste(t: ExecutionContext, commands: string) {
  const cwd = temporaryFolder(t);
  symlinkSync(fileURLToPath(projectUrl("data")), join(cwd, "data"));
  const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n';
  const child = spawn("bash", ["-c", strict + commands], {
    cwd,
    env: { PATH: process.env["PATH"], TMPDIR: temporaryFolder(t) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output, left: readdirSync(cwd) };
}

const hasCurl = findExecutable(["curl"], process.env["PATH"]) !== undefined;

(hasCurl ? test : test.skip)(
  "every command of the README's walk and comparison succeeds as it is pasted, uses the reader's own build, and leaves no file behind",
  async (t) => {
    const url = await quickstart(t);
    const address = "API=http://127.0.0.1:3000\n";
    const walk = commandsBelow("A walk through the API");
    t.true(walk.startsWith(address));
    const commands = `${walk}${commandsBelow("Comparing")}`.replace(address, `API=${url}\n`);
    t.notRegex(commands, /<[a-z_]+>/, "a placeholder cannot be pasted");
    const { code, output, left } = await paste(t, commands);
    t.is(code, 0, output);
    t.deepEqual(left, ["data"]);
    t.regex(output, /"name":"Quiet tower","parts":\{"cpu":\{.*"model":"Ryzen 7 5800X"/);
    t.regex(output, /"status":"complete","score":108\.89/);
    t.regex(output, /^\| Loud tower \(build \d+\) +\|.*faster/m);
  },
);

/** Returns the rows of a table of the README whose first column has a name, as texts without backticks. */
function rowsOf(firstColumn: string): string[][] {
  const [, table] =
    new RegExp(String.raw`^\| ${firstColumn} .*\n\|[ -|]*\n((?:\|.*\n)+)`, "m").exec(readme) ?? [];
  if (table === undefined) throw new Error(`expected a table that begins with ${firstColumn}`);
  const cellsOf = (row: string) => row.split("|").slice(1, -1);
  return table
    .trimEnd()
    .split("\n")
    .map((row) => cellsOf(row).map((cell) => cell.replaceAll("`", "").trim()));
}

test("the README names every format that products and prices are imported from", (t) => {
  const [first, ...formats] = rowsOf("`import:products --format`").map(([format = ""]) => format);
  t.is(first, "csv, if none is given");
  t.deepEqual(["csv", ...formats], [...productSources.keys(), "pc-part-prices"]);
});

test("the README has the columns of the CSV format of every kind of product, and of builds", (t) => {
  const expected = productKinds.map((kind) => {
    const { all, needed } = columnsOf(kind);
    return [kind.name, needed.join(","), all.filter((column) => !needed.includes(column)).join(",")];
  });
  t.deepEqual(rowsOf("kind"), expected);
  const [header = ""] = readFileSync(projectUrl("data/builds.csv"), "utf8").split("\n");
  t.is(header, "build_id,name,cpu,gpu,ram,motherboard");
  t.true(readme.includes("the columns `build_id,name` and any of `cpu,gpu,ram,motherboard`"));
});
