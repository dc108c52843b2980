import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { findChromium } from "../../scripts/find-chromium.ts";
import { folderOfPrograms, runProgram, temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";

const nodeModules = fileURLToPath(projectUrl("node_modules"));

/**
 * Makes a project with the given test files, and compiles it as `npm run build:test` does. Returns the folder of the
 * project.
 */
async function makeProject(t: ExecutionContext, files: Record<string, string>): Promise<string> {
  const cwd = temporaryFolder(t);
  symlinkSync(nodeModules, join(cwd, "node_modules"));
  mkdirSync(join(cwd, "test"));
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  const config =
    'export default { files: ["dist-test/entries/*/*.test.js"], workerThreads: false, timeout: "24h" };';
  writeFileSync(join(cwd, "ava.config.js"), config);
  for (const [name, body] of Object.entries(files)) {
    const isTest = name.endsWith(".test.ts");
    writeFileSync(
      join(cwd, isTest ? `test/${name}` : name),
      isTest ? `import test from "ava";\n${body}\n` : body,
    );
  }
  const bundling = runProgram(t, "test/runner/bundle-tests.ts", { cwd });
  t.is(await bundling.ended, 0, bundling.output.stderr);
  return cwd;
}

/** Runs the program behind `npm test` in a new project with the given test files. */
async function runTests(
  t: ExecutionContext,
  files: Record<string, string>,
  args: readonly string[] = [],
  isSearched = true,
  settings: NodeJS.ProcessEnv = {},
) {
  return runTestsIn(t, await makeProject(t, files), args, isSearched, settings);
}

/**
 * Runs the program behind `npm test` in a project. The URLs of the stores lead nowhere, because no test of the project
 * calls the stores.
 */
async function runTestsIn(
  t: ExecutionContext,
  cwd: string,
  args: readonly string[] = [],
  isSearched = true,
  settings: NodeJS.ProcessEnv = {},
) {
  const { FORCE_COLOR: _, ...env } = process.env;
  const given = { MONGODB_URL: "mongodb://given", REDIS_URL: "redis://given", MEILI_URL: "http://given" };
  const { ended, output } = runProgram(t, "test/runner/run-tests.ts", {
    args,
    cwd,
    env: { ...env, ...given, ...settings },
    isSearched,
  });
  const exitCode = await ended;
  return { cwd, exitCode, lastLine: output.stdout.trimEnd().split("\n").at(-1), ...output };
}

test("the last line of a test run counts the passed tests, and the tests get the URLs of the stores", async (t) => {
  const { cwd, exitCode, lastLine, stdout, stderr } = await runTests(t, {
    "one.test.ts":
      'test("a", (t) => t.pass()); test("b", (t) => { console.log("printed"); t.is(process.env.NODE_ENV, "test"); });',
    "two.test.ts":
      'test("c", (t) => { t.log("ok 9 - not a test\\nnot ok 10 - nor this"); t.is(process.env.CONFORMANCE_MONGODB_URL, "mongodb://given"); });',
  });
  t.is(lastLine, "3 passed, 0 failed", stdout);
  t.is(exitCode, 0);
  t.notRegex(stdout + stderr, /✔|not a test|printed/, "in a run of all tests, passed tests have no line");
  t.regex(stdout, /^The whole output of the tests stands in dist-test\/output\.txt\.$/m);
  t.regex(stdout, /^The files that took longest:\n +\d+\.\d s {2}test\/(?:one|two)\.test\.ts$/m);
  const whole = readFileSync(join(cwd, "dist-test/output.txt"), "utf8");
  t.regex(whole, /^ok \d+ - test\/one\.test\.ts › a$/m);
  t.regex(whole, /^ok \d+ - test\/two\.test\.ts › c\n# +ok 9 - not a test$/m);
  t.regex(whole, /^printed$/m);
});

test("in a run of a named test file, each test has a line, and a line for each of its log messages", async (t) => {
  const file = 'test("a", (t) => t.pass()); test("b", (t) => { t.log("reported"); t.pass(); });';
  const { lastLine, stdout } = await runTests(t, { "one.test.ts": file }, ["test/one.test.ts"]);
  t.is(lastLine, "2 passed, 0 failed", stdout);
  t.regex(stdout, /^✔ a$/m);
  t.regex(stdout, /^✔ b\n {4}ℹ reported$/m);
});

test("a run of all tests loads several files of a folder into one process, and a run of named files starts a process for each", async (t) => {
  const file = 'test("its process", (t) => { t.log(process.pid); t.pass(); });';
  const cwd = await makeProject(t, { "one.test.ts": file, "two.test.ts": file });
  const processesOf = async (...args: string[]) => {
    const { stdout } = await runTestsIn(t, cwd, args);
    const text = args.length > 0 ? stdout : readFileSync(join(cwd, "dist-test/output.txt"), "utf8");
    const ids = [...text.matchAll(/^(?:# +| +ℹ )(\d+)$/gm)].map(([, id]) => id);
    t.is(ids.length, 2, text);
    return new Set(ids).size;
  };
  t.is(await processesOf(), 1);
  t.is(await processesOf("small-rooms"), 1);
  t.is(await processesOf("test/*.test.ts"), 2);
});

test("the last line of a test run counts passed, failed, skipped and planned tests", async (t) => {
  const { exitCode, lastLine, stdout } = await runTests(t, {
    "one.test.ts": `
      test("passes", (t) => t.pass());
      test("fails", (t) => t.is("found", "expected"));
      test("it's thrown", () => { throw new Error("ok 2 - says why"); });
      test.failing("known", (t) => t.fail());
      test.skip("left out", (t) => t.pass());
      test.todo("to come");`,
    "two.test.ts": 'test("passes too", (t) => t.pass());',
  });
  t.is(lastLine, "3 passed, 2 failed, 2 skipped", stdout);
  t.is(exitCode, 1);
  const [, first = "", second = ""] = /^(✘ [^✘]*)(✘ [^✘]*)3 passed/m.exec(stdout) ?? [];
  t.is(
    first,
    `✘ test/one.test.ts › fails
    at test/one.test.ts:4:30
    Difference (- actual, + expected):
      - 'found'
      + 'expected'
    run it alone: npm test -- test/one.test.ts --match='fails'
`,
  );
  t.is(
    second,
    String.raw`✘ test/one.test.ts › it's thrown
    at test/one.test.ts:5:41
    Rejected promise returned by test. Reason:
      Error {
        message: 'ok 2 - says why',
      }
    run it alone: npm test -- test/one.test.ts --match='it'\''s thrown'
`,
  );
});

test("the command that the test runner prints for a failed test runs that test again, and no other test", async (t) => {
  // The failed serial test must not wait for the serial test before it, which the printed command does not run.
  const file = `
    test.serial("comes first", (t) => t.pass());
    test.serial("fails: !*'", (t) => t.fail());
    test("passes", (t) => t.pass());`;
  const files = { "one.test.ts": file, "two.test.ts": 'test("fails", (t) => t.fail());' };
  const { lastLine } = await runTests(t, files, ["test/one.test.ts", "--match=fails: !*'"]);
  t.is(lastLine, "0 passed, 1 failed");
});

const passing = 'test("passes", (t) => t.pass());';

test("errors outside of tests count as failures of a test run: a rejection, a failing hook, an empty file", async (t) => {
  const files = {
    "rejection.test.ts": `${passing} Promise.reject(new Error("left alone"));`,
    "hook.test.ts": `${passing} test.after(() => { throw new Error("x"); });`,
    "empty.test.ts": "",
  };
  const { exitCode, lastLine, stdout } = await runTests(t, files, ["test/*.test.ts"]);
  t.is(lastLine, "2 passed, 3 failed", stdout);
  t.is(exitCode, 1);
});

for (const [what, body] of [
  ["a process that ends by itself", 'test("ends", () => process.exit(0));'],
  ["a file that cannot be loaded", 'throw new Error("no");'],
  ["a file without tests", ""],
] as const) {
  test(`${what} counts as one failure beside the passed tests`, async (t) => {
    const files = { "ok.test.ts": passing, "bad.test.ts": body };
    const { exitCode, lastLine, stdout } = await runTests(t, files, ["test/*.test.ts"]);
    t.is(lastLine, "1 passed, 1 failed", stdout);
    t.is(exitCode, 1);
  });
}

test("a test that hangs counts as failed", async (t) => {
  const { exitCode, lastLine, stdout } = await runTests(
    t,
    { "one.test.ts": 'test("hangs", () => new Promise((r) => setTimeout(r, 30_000)));' },
    ["--timeout=2"],
  );
  t.is(lastLine, "0 passed, 1 failed", stdout);
  t.is(exitCode, 1);
});

test("a test run without output for too long is ended, and counts as failed", async (t) => {
  const hanging =
    'test("hangs", (t) => { t.timeout(100_000); return new Promise((r) => setTimeout(r, 100_000)); });';
  const settings = { TEST_MAX_SILENCE_MS: "5000" };
  const { exitCode, lastLine, stderr } = await runTests(t, { "one.test.ts": hanging }, [], true, settings);
  t.regex(stderr, /^The tests have said nothing for 5000 ms, so the run is ended\.$/m);
  t.is(lastLine, "0 passed, 1 failed");
  t.is(exitCode, 1);
});

test("a test run without any test counts as one failure", async (t) => {
  const runs = [
    { args: ["--match", "no such test"], code: 1 },
    { args: ["no-such-file.test.ts"], code: 2 },
    { args: ["--no-such-option"], code: 2 },
  ];
  const cwd = await makeProject(t, { "one.test.ts": 'test("a", (t) => t.pass());' });
  for (const { args, code } of runs) {
    const { exitCode, lastLine } = await runTestsIn(t, cwd, args);
    t.is(lastLine, "0 passed, 1 failed");
    t.is(exitCode, code);
  }
});

test("if ava cannot run at all, the last lines of its output show why", async (t) => {
  const { exitCode, lastLine, stdout } = await runTests(t, {
    "one.test.ts": passing,
    "ava.config.js": "export default 1;",
  });
  t.is(lastLine, "0 passed, 1 failed");
  t.is(exitCode, 1);
  t.regex(stdout, /ava\.config\.js must/);
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
  ["a text with a marked secret that no test has registered", 'console.log("password s3cret-made-up-here")'],
]) {
  test(`a secret in the output of a test run counts as a failure: in ${where}`, async (t) => {
    const body = `${registering}\ntest("passes", (t) => { ${statement}; t.pass(); });`;
    const { exitCode, lastLine, stderr } = await runTests(t, { "one.test.ts": body }, [], false);
    t.is(lastLine, "1 passed, 1 failed", stderr);
    t.is(exitCode, 1);
    t.regex(stderr, /a secret stands in .*\[secret\]/);
    t.notRegex(stderr.replaceAll(/^(?!a secret stands).*$/gm, ""), /0123456789-of|blanks and|s3cret-/);
  });
}

test("the check of the output of a test run for secrets lets texts pass that look like a secret and are none", async (t) => {
  const body = `${registering}\ntest("passes", (t) => { console.log("0123456789-of-a-sessio with blanks"); t.pass(); });`;
  const { exitCode, lastLine, stderr } = await runTests(t, { "one.test.ts": body });
  t.is(lastLine, "1 passed, 0 failed", stderr);
  t.is(exitCode, 0);
});

test("without a browser, the tests in a browser count as skipped, and a line says that they were not run", async (t) => {
  const files = { "one.test.ts": 'test.skip("in a browser", (t) => t.pass()); test("a", (t) => t.pass());' };
  const env = { PATH: folderOfPrograms(t, ["sh", "sleep"]), CHROME_PATH: "" };
  const { lastLine, stderr } = await runTests(t, files, [], true, env);
  t.is(lastLine, "1 passed, 0 failed, 1 skipped", stderr);
  // On macOS the test run finds a browser without PATH, so that no test in a browser is skipped.
  const isLineThere = /^THE TESTS IN A BROWSER WERE NOT RUN\. There is no Chromium or Chrome\./m.test(stderr);
  t.is(isLineThere, findChromium(env) === undefined);
});
