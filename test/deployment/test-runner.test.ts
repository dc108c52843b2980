import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { findChromium } from "../../scripts/find-chromium.ts";
import { folderOfPrograms, runProgram, temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";

const nodeModules = fileURLToPath(projectUrl("node_modules"));

/** Runs the program behind `npm test` in a new project with these test files. The URLs of its stores lead nowhere, and no test calls them. */
async function runTests(
  t: ExecutionContext,
  files: Record<string, string>,
  args: readonly string[] = [],
  isSearched = true,
  settings: NodeJS.ProcessEnv = {},
) {
  const cwd = temporaryFolder(t);
  symlinkSync(nodeModules, join(cwd, "node_modules"));
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(cwd, "ava.config.js"),
    'export default { files: ["*.test.js"], workerThreads: false, timeout: "120s" };',
  );
  for (const [name, body] of Object.entries(files)) {
    const beginning = name.endsWith(".test.js") ? 'import test from "ava";' : "";
    writeFileSync(join(cwd, name), `${beginning}\n${body}\n`);
  }
  const { FORCE_COLOR: _, ...env } = process.env;
  const given = { MONGODB_URL: "mongodb://given", REDIS_URL: "redis://given", MEILI_URL: "http://given" };
  const { ended, output } = runProgram(t, "scripts/test.ts", {
    args,
    cwd,
    env: { ...env, ...given, ...settings },
    isSearched,
  });
  const exitCode = await ended;
  return { cwd, exitCode, lastLine: output.stdout.trimEnd().split("\n").at(-1), ...output };
}

test("the last line counts the passed tests, and the tests get the URLs of the stores", async (t) => {
  const { cwd, exitCode, lastLine, stdout, stderr } = await runTests(t, {
    "one.test.js":
      'test("a", (t) => t.pass()); test("b", (t) => { console.log("printed"); t.is(process.env.NODE_ENV, "test"); });',
    "two.test.js":
      'test("c", (t) => { t.log("  ✔ not a test\\n3 tests failed"); t.is(process.env.CONFORMANCE_MONGODB_URL, "mongodb://given"); });',
  });
  t.is(lastLine, "3 passed, 0 failed", stdout);
  t.is(exitCode, 0);
  t.notRegex(
    stdout + stderr,
    /✔|3 tests failed|printed/,
    "where all tests run, passed ones and what they print have no line",
  );
  t.regex(stdout, /^The whole output, .* stands in dist-test\/output\.txt\.$/m);
  const whole = readFileSync(join(cwd, "dist-test/output.txt"), "utf8");
  t.regex(whole, /✔ one › a/);
  t.regex(whole, /✔ two › c.*\n {4}ℹ {3}✔ not a test/);
  t.regex(whole, /^printed$/m);
});

test("where a test file is named, each test has a line", async (t) => {
  const file = 'test("a", (t) => t.pass()); test("b", (t) => t.pass());';
  const { lastLine, stdout } = await runTests(t, { "one.test.js": file }, ["one.test.js"]);
  t.is(lastLine, "2 passed, 0 failed", stdout);
  t.regex(stdout, /✔ a/);
  t.regex(stdout, /✔ b/);
});

test("the last line counts failed, skipped and planned tests beside the passed ones", async (t) => {
  const { exitCode, lastLine, stdout } = await runTests(t, {
    "one.test.js": `
      test("passes", (t) => t.pass());
      test("fails", (t) => { t.log("reported"); t.fail("1 test failed"); });
      test("throws", () => { throw new Error("2 tests failed"); });
      test.failing("known", (t) => t.fail());
      test.skip("left out", (t) => t.pass());
      test.todo("to come");`,
    "two.test.js": 'test("passes too", (t) => t.pass());',
  });
  t.is(lastLine, "3 passed, 2 failed, 2 skipped", stdout);
  t.is(exitCode, 1);
  t.regex(stdout, /✘ \[fail\]: one › fails.*\n {4}ℹ reported/);
  t.regex(stdout, /^failed: one › fails.*\nfailed: one › throws.*\n3 passed/m);
});

const passing = 'test("passes", (t) => t.pass());';

test("errors outside of tests count as failures: a rejection, a failing hook, an empty file", async (t) => {
  const { exitCode, lastLine, stdout } = await runTests(t, {
    "rejection.test.js": `${passing} Promise.reject(new Error("left alone"));`,
    "hook.test.js": `${passing} test.after(() => { throw new Error("x"); });`,
    "empty.test.js": "",
  });
  t.is(lastLine, "2 passed, 3 failed", stdout);
  t.is(exitCode, 1);
});

for (const [what, body] of [
  ["a process that ends by itself", 'test("ends", () => process.exit(0));'],
  ["a file that cannot be loaded", 'import "./none.js";'],
  ["a file without tests", ""],
] as const) {
  test(`${what} counts as one failure beside the passed tests`, async (t) => {
    const { exitCode, lastLine, stdout } = await runTests(t, { "ok.test.js": passing, "bad.test.js": body });
    t.is(lastLine, "1 passed, 1 failed", stdout);
    t.is(exitCode, 1);
  });
}

test("a test that hangs counts as failed", async (t) => {
  const { exitCode, lastLine, stdout } = await runTests(
    t,
    { "one.test.js": 'test("hangs", () => new Promise((r) => setTimeout(r, 30_000)));' },
    ["--timeout=2s"],
  );
  t.is(lastLine, "0 passed, 1 failed", stdout);
  t.is(exitCode, 1);
});

test("a run that says nothing for too long is ended, and counts as failed", async (t) => {
  const hanging =
    'test("hangs", (t) => { t.timeout(100_000); return new Promise((r) => setTimeout(r, 100_000)); });';
  const settings = { TEST_MAX_SILENCE_MS: "5000" };
  const { exitCode, lastLine, stderr } = await runTests(t, { "one.test.js": hanging }, [], true, settings);
  t.regex(stderr, /^The tests have said nothing for 5000 ms, so the run is ended\.$/m);
  t.is(lastLine, "0 passed, 1 failed");
  t.is(exitCode, 1);
});

test("a run without any test counts as one failure", async (t) => {
  for (const args of [["--match", "no such test"], ["no-such-file.test.js"]]) {
    const { exitCode, lastLine } = await runTests(t, { "one.test.js": 'test("a", (t) => t.pass());' }, args);
    t.is(lastLine, "0 passed, 1 failed");
    t.is(exitCode, 1);
  }
});

test("where ava cannot run at all, the last lines that it printed say why", async (t) => {
  const { exitCode, lastLine, stderr } = await runTests(t, { "ava.config.js": "export default 1;" });
  t.is(lastLine, "0 passed, 1 failed");
  t.is(exitCode, 1);
  t.regex(stderr, /ava\.config\.js must/);
});

const registering = `
  import { appendFileSync } from "node:fs";
  import { join } from "node:path";
  const add = (ending, text) => appendFileSync(join(process.env.TEST_OUTPUT_DIR, "one." + ending), text);
  add("secrets", JSON.stringify("0123456789-of-a-session") + "\\n" + JSON.stringify("with blanks and /") + "\\n");`;

for (const [where, statement] of [
  ["what a test prints", 'console.log("cookie=x0123456789-of-a-sessionx")'],
  ["what a test writes to standard error", 'console.error("the key is with blanks and /.")'],
  [
    "the log of a program that a test started",
    'add("output", "line\\nurl redis://:0123456789-of-a-session@h\\n")',
  ],
  ["a text with a marked secret that no test has named", 'console.log("password s3cret-made-up-here")'],
]) {
  test(`a secret in the output of a run is a failure: in ${where}`, async (t) => {
    const body = `${registering}\ntest("passes", (t) => { ${statement}; t.pass(); });`;
    const { exitCode, lastLine, stderr } = await runTests(t, { "one.test.js": body }, [], false);
    t.is(lastLine, "1 passed, 1 failed", stderr);
    t.is(exitCode, 1);
    t.regex(stderr, /a secret stands in .*\[secret\]/);
    t.notRegex(stderr.replaceAll(/^(?!a secret stands).*$/gm, ""), /0123456789-of|blanks and|s3cret-/);
  });
}

test("a run whose output has no secret passes, however like one a text looks", async (t) => {
  const body = `${registering}\ntest("passes", (t) => { console.log("0123456789-of-a-sessio with blanks"); t.pass(); });`;
  const { exitCode, lastLine, stderr } = await runTests(t, { "one.test.js": body });
  t.is(lastLine, "1 passed, 0 failed", stderr);
  t.is(exitCode, 0);
});

test("where there is no browser, the tests in one count as skipped, and a line says that they were not run", async (t) => {
  const files = { "one.test.js": 'test.skip("in a browser", (t) => t.pass()); test("a", (t) => t.pass());' };
  const env = { PATH: folderOfPrograms(t, ["sh", "sleep"]), CHROME_PATH: "" };
  const { lastLine, stderr } = await runTests(t, files, [], true, env);
  t.is(lastLine, "1 passed, 0 failed, 1 skipped", stderr);
  // On macOS a browser is found without PATH, so that none of its tests is skipped for want of it.
  const isLineThere = /^THE TESTS IN A BROWSER WERE NOT RUN\. There is no Chromium or Chrome\./m.test(stderr);
  t.is(isLineThere, findChromium(env) === undefined);
});
