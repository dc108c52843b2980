import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { findExecutable } from "../../embedded/index.ts";
import { partKinds } from "../../src/kinds/kinds.ts";
import { productKinds, productSources } from "../../src/products/index.ts";
import { columnsOf } from "../../src/products/import/import-row.ts";
import { patience } from "../helpers/patience.ts";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { testStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";

const read = (path: string) => readFileSync(projectUrl(path), "utf8");
const importing = read("docs/importing.md");

/** Returns the text of a page below a heading, up to the next heading of the same level. */
function sectionOf(page: string, heading: string): string {
  const [, rest] = page.split(`${heading}\n`);
  if (rest === undefined) throw new Error(`expected ${heading}`);
  const [level = ""] = heading.split(" ");
  return rest.split(`\n${level} `)[0] ?? "";
}

/** Returns the first block of shell commands below a heading of a page. */
function commandsBelow(page: string, heading: string): string {
  const [, commands] = /^```sh\n([\s\S]*?)^```$/m.exec(page.slice(page.indexOf(`${heading}\n`))) ?? [];
  if (commands === undefined) throw new Error(`expected commands below ${heading}`);
  return commands;
}

/**
 * Runs the quick start (scripts/quickstart.ts) on the stores of this test run. Returns the URL of the service when the
 * service is ready.
 */
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
  const lastLine = /^Sign in as .*\n/m;
  await until(async () => isOver || lastLine.test(program.output.stdout), "the quick start serves");
  const [, url] = /^ready (http:\S+)/m.exec(program.output.stdout) ?? [];
  if (url === undefined) throw new Error(`the quick start ended: ${program.output.stderr}`);
  const madeUpName = /^Sign in as "[A-Z][a-z]+ [A-Z][a-z]+ \d{4}" to change it: http:/m;
  t.regex(program.output.stdout, madeUpName);
  return url;
}

/**
 * Runs commands in bash as a reader pastes them, in a folder that has only the project's data and an empty data folder
 * of the service. Unlike in a reader's terminal, bash exits at the first command that fails, and curl fails at an error
 * response.
 */
async function paste(t: ExecutionContext, commands: string) {
  const cwd = temporaryFolder(t);
  symlinkSync(fileURLToPath(projectUrl("data")), join(cwd, "data"));
  mkdirSync(join(cwd, ".data"));
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
  "every pasted call of the README and of the walk through the API succeeds, including the comparison, and leaves no file behind",
  async (t) => {
    const url = await quickstart(t);
    const calls = commandsBelow(read("README.md"), "## I write a client");
    t.is(calls.match(/^\S*curl /gm)?.length, 3);
    const client = await paste(t, calls.replaceAll("http://127.0.0.1:3000", url));
    t.is(client.code, 0, client.output);
    t.deepEqual(client.left, [".data", "data"]);
    t.regex(client.output, /^  "status": "complete",\n  "score": 93\.3[67]/m);

    const address = "API=http://127.0.0.1:3000\n";
    const page = read("docs/walk.md");
    const walk = commandsBelow(page, "# A walk through the API");
    t.true(walk.startsWith(address));
    const commands = `${walk}${commandsBelow(page, "## Compare two builds")}`.replace(
      address,
      `API=${url}\n`,
    );
    t.notRegex(commands, /<[a-z_]+>/, "a placeholder cannot be pasted");
    const { code, output, left } = await paste(t, commands);
    t.is(code, 0, output);
    t.deepEqual(left, [".data", "data"]);
    t.regex(output, /^ +"name": "Quiet tower",(?:\n.*)+?\n +"model": "Ryzen 7 5800X"/m);
    t.regex(output, /^  "status": "complete",\n  "score": 93\.3[67]/m);
    t.regex(output, /^\| Loud tower \(build \d+\) +\|.*faster/m);
  },
);

const spansIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);

test("docs/importing.md names every import format of products and prices", (t) => {
  const section = sectionOf(importing, "## Formats of products");
  const [first, ...formats] = [...section.matchAll(/^- `(\S+)`(.*?):/gm)];
  t.is(first?.[2], ", if none is given");
  t.deepEqual(
    [first, ...formats].map((match) => match?.[1]),
    [...productSources.keys(), "pc-part-prices"],
  );
});

test("docs/import-columns.md has the columns of the CSV format of every kind of product, and of builds", (t) => {
  const page = read("docs/import-columns.md");
  const section = sectionOf(page, "## Columns of products");
  const kinds = [...section.matchAll(/^### (\S+)$/gm)].map(([, kind]) => kind);
  t.deepEqual(
    kinds,
    productKinds.map(({ name }) => name),
  );
  for (const kind of productKinds) {
    const { all, needed } = columnsOf(kind);
    const [, ofNeeded = "", ofOptional = ""] = sectionOf(section, `### ${kind.name}`).split(
      /^- (?:Needed|Optional): /m,
    );
    t.deepEqual(spansIn(ofNeeded), [...needed], kind.name);
    t.deepEqual(
      spansIn(ofOptional),
      all.filter((column) => !needed.includes(column)),
      kind.name,
    );
  }
  const ofBuilds = spansIn(sectionOf(page, "## Columns of builds")).filter((name) => name !== "url_slug");
  t.deepEqual(ofBuilds, ["build_id", "name", ...partKinds]);
  const [header = ""] = read("data/builds.csv").split("\n");
  t.is(header, "build_id,name,cpu,gpu,ram,motherboard");
});
