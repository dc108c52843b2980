import process from "node:process";
import { parseArgs } from "node:util";
import { scriptArguments } from "../../scripts/script-arguments.ts";
import { NOTHING_RAN, runSuites } from "./run-suites.ts";
import { findTestFiles, selectTestFiles, suiteOf } from "./test-files.ts";
import { groupTestFiles, processOfEach, type TestProcess } from "./test-processes.ts";

// npm test: runs the compiled tests on stores. A store whose URL is given is used; other stores are started for this
// run alone. Without arguments all tests of the product run. The output of the tests and of the programs that they
// start is searched for the secrets of the run; a found secret counts as a failure.

const usage = `Usage: npm test [-- <files> --match=<title> --timeout=<seconds> --serial]
  Runs tests, compiled and on stores of their own: all tests of the product, or those of the files, folders and patterns that are named.
  The tests of a file have a process of their own where it is named; a run of all loads several files in one, and what it calls
  that process may be named, too.
  --match    only tests with this title; * stands for any text
  --timeout  how many seconds a test may go without an assertion; 600 if not given
  --serial   the tests of a file one after another
  MONGODB_URL, REDIS_URL and MEILI_URL name stores to run them on instead.
Example: npm test -- test/http/pages.test.ts --match="*browser*"`;

interface Arguments {
  processes: TestProcess[];
  /** The arguments with which ava is called. */
  args: string[];
  env: NodeJS.ProcessEnv;
  isWhole: boolean;
}

function readArguments(given: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      match: { type: "string", multiple: true, default: [] },
      timeout: { type: "string" },
      serial: { type: "boolean", default: false },
    },
  });
  const files = findTestFiles();
  const product = groupTestFiles(files.filter((file) => suiteOf(file) === "product"));
  const isWhole = positionals.length === 0 && values.match.length === 0;
  const named = product.filter(({ name }) => positionals.includes(name));
  const names = positionals.filter((name) => !named.some((group) => group.name === name));
  const selected = isWhole
    ? product
    : [...named, ...processOfEach(selectTestFiles(files, positionals.length === 0 ? ["test"] : names))];
  return {
    processes: selected,
    args: values.match.map((title) => `--match=${title}`),
    env: {
      ...(values.timeout !== undefined && { TEST_TIMEOUT_MS: String(secondsOf(values.timeout) * 1000) }),
      ...(values.serial && { TEST_MAX_AT_ONCE: "1" }),
      ...(values.match.length > 0 && { TEST_MATCH: JSON.stringify(values.match) }),
    },
    isWhole,
  };
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new Error(`--timeout: expected a number of seconds, found ${text}`);
  return seconds;
}

const given = scriptArguments(usage, readArguments);
// If the arguments are wrong, no test runs, and the last line of the output has to show this.
if (process.exitCode !== undefined) console.log(NOTHING_RAN);
if (given !== null) {
  const { processes, args, env, isWhole } = given;
  await runSuites({
    processes,
    isEachShown: !isWhole,
    run: async (run) => run.run(processes, { args, env }),
  });
}
