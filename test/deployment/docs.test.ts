import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";
import { callsPage } from "../../scripts/openapi/calls-page.ts";
import { columnsPage } from "../../scripts/openapi/columns-page.ts";
import { settingNames } from "../../src/config.ts";
import { secretFileVariables } from "../../src/settings/secret-files.ts";
import { secretSettings } from "../../src/settings/secret-settings.ts";
import { projectUrl } from "../helpers/project-files.ts";

const root = fileURLToPath(projectUrl(""));
const read = (path: string) => readFileSync(join(root, path), "utf8");
/** Folders that programs write, also while this test reads the folders around them. */
const isMade = (name: string) => ["node_modules", "dist", "dist-test"].includes(name);
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isMade(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });

const guides = ["README.md", "CONTRIBUTING.md"];
const docs = [...guides, ...filesIn("docs").filter((path) => path.endsWith(".md"))];
/** The pages that explain the scripts of package.json. */
const pagesOfScripts = [
  ...guides,
  "docs/quick-start.md",
  "docs/importing.md",
  "docs/pages.md",
  "docs/operations/commands.md",
];
/** The pages that new readers read first. Their lines must not be wider than a screen. */
const firstPages = [
  "README.md",
  "docs/calls.md",
  "docs/http-api.md",
  "docs/import-columns.md",
  "docs/importing.md",
  "docs/operations/README.md",
  "docs/operations/commands.md",
  "docs/quick-start.md",
  "docs/settings.md",
  "docs/walk.md",
];
const MAX_CHARACTERS = 120;
const MAX_README_LINES = 120;
const projectFolders = [
  "src",
  "workers",
  "scripts",
  "embedded",
  "packages",
  "test",
  "docs",
  "data",
  "examples",
  ".github",
];
const projectFiles = projectFolders.flatMap((folder) => filesIn(folder));

/** Returns the code of a page: the words between backticks, and the words in blocks of code. */
function codeWords(page: string): string[] {
  const blocks = [...page.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const spans = [...page.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`([^`]+)`/g)].map(
    ([, span = ""]) => span,
  );
  return [...blocks, ...spans].flatMap((text) => text.split(/[\s"'=,;()@]+/)).filter(Boolean);
}

/** Returns whether a word looks like a path to a file or folder of the project. */
const isPath = (word: string) =>
  [...projectFolders, "dist"].some((folder) => word.startsWith(`${folder}/`)) ||
  /^[\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|sh|md|json|yml|example))$/.test(word);

/**
 * Returns whether the project has the file or folder that a word names: a path from its root, or a file or folder of
 * this name anywhere. Compiled files stand for their sources, `<tool>` and `$tool` for any single name, `*` for any
 * part of a name.
 */
function isThere(word: string): boolean {
  const path = word.replace(/^dist\/(.*)\.js$/, "$1.ts").replace(/\/$/, "");
  if (existsSync(join(root, path))) return true;
  const pattern = path
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/<[^>]*>|\*|\\\$\w+/g, "[^/]+");
  const isFromRoot = projectFolders.includes(path.split("/")[0] ?? "");
  const regex = new RegExp(`${isFromRoot ? "^" : "(?:^|/)"}${pattern}(?:$|/)`);
  return projectFiles.some((file) => regex.test(file));
}

for (const doc of docs) {
  test(`every file and folder that ${doc} names exists`, (t) => {
    const missing = codeWords(read(doc)).filter((word) => isPath(word) && !isThere(word));
    t.deepEqual(missing, []);
  });

  test(`every link from ${doc} to a page of the project leads to a file or a folder`, (t) => {
    const links = [...read(doc).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = ""]) => link);
    const missing = links.filter((link) => !existsSync(join(root, doc, "..", link)));
    t.deepEqual(missing, []);
  });
}

test("README.md and the pages for new readers are no wider than a screen, and README.md is short", (t) => {
  const wide = firstPages.flatMap((page) =>
    read(page)
      .split("\n")
      .filter((line) => line.length > MAX_CHARACTERS)
      .map((line) => `${page}: ${line}`),
  );
  t.deepEqual(wide, []);
  t.true(read("README.md").trimEnd().split("\n").length <= MAX_README_LINES);
});

interface Package {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

const { scripts, dependencies, optionalDependencies } = JSON.parse(read("package.json")) as Package;
/** Returns the scripts that a page runs by `npm run <script>`, `npm start` or `npm test`. */
const scriptsIn = (page: string) =>
  [...page.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
    ([, run, own]) => run ?? own ?? "",
  );

test("the docs name only scripts that package.json has", (t) => {
  const unknown = docs.flatMap((doc) =>
    scriptsIn(read(doc))
      .filter((name) => scripts[name] === undefined)
      .map((name) => `${doc}: npm run ${name}`),
  );
  t.deepEqual(unknown, []);
});

test("the pages of the docs about scripts name every script of package.json", (t) => {
  const named = new Set(pagesOfScripts.flatMap((page) => scriptsIn(read(page))));
  t.deepEqual(
    Object.keys(scripts).filter((name) => !named.has(name)),
    [],
  );
});

/** Returns the cells of each row of the table whose header begins with a word. */
function tableRows(page: string, firstHeader: string): string[][] {
  const table = new RegExp(String.raw`^\| ${firstHeader} .*\n\|[ -|]*\n((?:\|.*\n)+)`, "m").exec(page)?.[1];
  if (table === undefined) throw new Error(`expected a table with the header ${firstHeader}`);
  return table
    .trimEnd()
    .split("\n")
    .map((row) => row.split("|").slice(1, -1));
}

const spansIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);

test("docs/decisions/dependencies.md lists every package that the service needs to run, and no other", (t) => {
  const named = tableRows(read("docs/decisions/dependencies.md"), "package").flatMap(([first = ""]) =>
    first
      .replace("(optional)", "")
      .split(",")
      .map((name) => name.trim()),
  );
  t.deepEqual(named.toSorted(), Object.keys({ ...dependencies, ...optionalDependencies }).toSorted());
});

/** Returns the calls in docs/calls.md, each as method and path. */
function listedCalls(): string[] {
  const items = read("docs/calls.md").matchAll(/^- `([A-Z]+ [^?`]+)(?:\?[^`]*)?`:\n  \S/gm);
  return [...items].map(([, call = ""]) => call);
}

test("docs/calls.md lists every call of openapi.json, and no other", (t) => {
  const { paths } = JSON.parse(read("openapi.json")) as { paths: Record<string, Record<string, unknown>> };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll("{", "<").replaceAll("}", ">")}`,
    ),
  );
  t.true(calls.length > 0);
  t.deepEqual(listedCalls().toSorted(), calls.toSorted());
});

test("docs/calls.md equals the output of npm run openapi for openapi.json", (t) => {
  t.is(
    read("docs/calls.md"),
    callsPage(read("openapi.json")),
    "Run npm run openapi, and commit docs/calls.md.",
  );
});

test("docs/import-columns.md equals the output of npm run openapi for the kinds of product", (t) => {
  t.is(
    read("docs/import-columns.md"),
    columnsPage(),
    "Run npm run openapi, and commit docs/import-columns.md.",
  );
});

test("the table of docs/settings.md names only settings of web and worker, and variables that other programs read", (t) => {
  const names = tableRows(read("docs/settings.md"), "setting").flatMap(([first = ""]) => spansIn(first));
  t.true(names.length > 0);
  t.deepEqual(
    names.filter((name) => !isVariable(name)),
    [],
  );
});

test("docs/settings.md lists every setting that holds a secret, which can be read from a file", (t) => {
  const [, list = ""] = /These settings hold secrets: ([^.]*)\./.exec(read("docs/settings.md")) ?? [];
  t.deepEqual(spansIn(list).toSorted(), Object.keys(secretSettings).toSorted());
});

test("the docs name only variables that are settings, constants of the code, or read by other programs", (t) => {
  const unknown = docs.flatMap((doc) =>
    codeWords(read(doc)).filter((word) => /^[A-Z]+(?:_[A-Z]+)+$/.test(word) && !isVariable(word)),
  );
  t.deepEqual(unknown, []);
});

const sources = projectFiles.filter((path) => /\.tsx?$/.test(path)).map(read);

const readByOthers = new Set(["NODE_OPTIONS", "COMPOSE_FILE", "REDISCLI_AUTH"]);

/**
 * Returns whether a name is a setting, a variable that another program of the project, Compose, Node or redis-cli reads,
 * or a constant in the code.
 */
function isVariable(name: string): boolean {
  if (readByOthers.has(name) || secretFileVariables.includes(name)) return true;
  const uses = [`env["${name}"]`, `export const ${name} =`];
  if (read("docker-compose.yml").includes(`\${${name}:`)) return true;
  return settingNames.includes(name) || sources.some((text) => uses.some((use) => text.includes(use)));
}
