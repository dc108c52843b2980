import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";

const nodeModules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Runs the program behind `npm test` in a new project with these test files. The URLs of its stores lead nowhere, and no test calls them. */
async function runTests(t: ExecutionContext, files: Record<string, string>, args: readonly string[] = []) {
  const cwd = temporaryFolder(t);
  symlinkSync(nodeModules, join(cwd, "node_modules"));
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(cwd, "ava.config.js"),
    'export default { files: ["*.test.js"], workerThreads: false, timeout: "120s" };',
  );
  for (const [name, body] of Object.entries(files)) {
    writeFileSync(join(cwd, name), `import test from "ava";\n${body}\n`);
  }
  const { FORCE_COLOR: _, ...env } = process.env;
  const given = { MONGODB_URL: "mongodb://given", REDIS_URL: "redis://given", MEILI_URL: "http://given" };
  const { ended, output } = runProgram(t, "scripts/test.ts", { args, cwd, env: { ...env, ...given } });
  const exitCode = await ended;
  return { exitCode, lastLine: output.stdout.trimEnd().split("\n").at(-1), ...output };
}

test("the last line counts the passed tests, and the tests get the URLs of the stores", async (t) => {
  const { exitCode, lastLine, stdout } = await runTests(t, {
    "one.test.js": 'test("a", (t) => t.pass()); test("b", (t) => t.is(process.env.NODE_ENV, "test"));',
    "two.test.js":
      'test("c", (t) => { t.log("  ✔ not a test\\n3 tests failed"); t.is(process.env.CONFORMANCE_MONGODB_URL, "mongodb://given"); });',
  });
  t.is(lastLine, "3 passed, 0 failed", stdout);
  t.is(exitCode, 0);
  t.regex(stdout, /✔ one › a/);
});

test("the last line counts failed, skipped and planned tests beside the passed ones", async (t) => {
  const { exitCode, lastLine, stdout } = await runTests(t, {
    "one.test.js": `
      test("passes", (t) => t.pass());
      test("fails", (t) => t.fail("1 test failed"));
      test("throws", () => { throw new Error("2 tests failed"); });
      test.failing("known", (t) => t.fail());
      test.skip("left out", (t) => t.pass());
      test.todo("to come");`,
    "two.test.js": 'test("passes too", (t) => t.pass());',
  });
  t.is(lastLine, "3 passed, 2 failed, 2 skipped", stdout);
  t.is(exitCode, 1);
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

test("a run without any test counts as one failure", async (t) => {
  for (const args of [["--match", "no such test"], ["no-such-file.test.js"]]) {
    const { exitCode, lastLine } = await runTests(t, { "one.test.js": 'test("a", (t) => t.pass());' }, args);
    t.is(lastLine, "0 passed, 1 failed");
    t.is(exitCode, 1);
  }
});
