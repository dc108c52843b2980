import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { findExecutable } from "../../embedded/index.ts";
import { scriptArguments } from "../../scripts/script-arguments.ts";
import { runSuites } from "./run-suites.ts";
import { findTestFiles, suiteOf, type Suite } from "./test-files.ts";
import { groupTestFiles, processOfEach, type TestProcess } from "./test-processes.ts";
import type { TestRun } from "./test-run.ts";

// Runs the checks of npm run check after the set-up: the tests of the product, in parallel with the checks that only
// read the sources. With --all, as in npm run check:all, the tests of faults, the tests that take minutes, and the
// tests of proxies, of the emulator and of the docs' instructions follow if everything before has passed.

const usage = `Usage: npm run check
  Installs missing packages, then checks types, lint, format, dead code and the contract, and runs all tests of the product.
       npm run check:all [-- --record]
  Does the same, and if that passes, runs the tests that kill processes and stores, the tests with very large or malicious
  files, the tests of large simulated worlds, the tests of npm run bench, the tests behind nginx and Caddy if both are on
  the PATH, the tests of the MongoDB emulator, and the tests that follow the recipes of CONTRIBUTING.md.
  --record   records how long all tests took; later runs use the times to show how much time is left
Example: npm run check`;

/** The checks that read only the sources, by the names of their scripts in package.json. */
const sourceChecks = ["types", "lint", "format", "dead-code", "contract"];

/** Runs a script of package.json. Returns the output if the script fails, and null if it succeeds. */
async function runScript(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  const child = spawn("npm", ["run", "--silent", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => lines.push(line));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) =>
      resolve(code === 0 ? null : [...lines, `ended with ${signal ?? `exit code ${code}`}`].join("\n")),
    );
  });
}

async function checkSources({ results }: TestRun, tell: (line: string) => void): Promise<void> {
  for (const script of sourceChecks) {
    const output = await runScript([script]);
    tell(`${output === null ? "✔" : "✘"} ${script}`);
    if (output !== null)
      results.addFailure({
        title: script,
        message: output,
        details: {},
        places: [],
        command: `npm run ${script}`,
      });
  }
}

const EMULATOR = "packages/mongodb-emulator";
/**
 * The arguments of npm that build the emulator's tests. They name the workspace instead of its folder, because for the
 * folder npm would also select a workspace inside the folder.
 */
const BUILD_EMULATOR = ["build:test", "--workspace=@pc-benchmarks/mongodb-emulator"];
/**
 * The entry of the emulator's tests in the list of test processes. These tests run with a separate configuration of
 * ava.
 */
const emulatorTests = { name: "mongodb-emulator", pool: "computing", files: [EMULATOR] } as const;

async function runEmulatorTests({ runPackage, results }: TestRun, shapes: string): Promise<void> {
  const output = await runScript(BUILD_EMULATOR);
  if (output !== null) {
    const command = `npm run ${BUILD_EMULATOR.join(" ")}`;
    return results.addFailure({
      title: emulatorTests.name,
      message: output,
      details: {},
      places: [],
      command,
    });
  }
  return runPackage(emulatorTests.name, EMULATOR, { MONGODB_SHAPE_LOG: shapes });
}

/** The programs that the tests behind proxies need. */
const proxyNames = ["nginx", "caddy"];

const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000);

function readArguments(given: string[]): { isAll: boolean; isRecorded: boolean } {
  const { values } = parseArgs({
    args: given,
    options: { all: { type: "boolean", default: false }, record: { type: "boolean", default: false } },
  });
  return { isAll: values.all, isRecorded: values.record };
}

const given = scriptArguments(usage, readArguments);
if (given !== null) {
  const start = performance.now();
  const files = findTestFiles();
  const product = groupTestFiles(files.filter((file) => suiteOf(file) === "product"));
  const suiteProcesses = (suite: Suite): TestProcess[] =>
    processOfEach(files.filter((file) => suiteOf(file) === suite));
  const faults = suiteProcesses("faults");
  const long = suiteProcesses("long");
  const coverage = suiteProcesses("coverage");
  const recipes = suiteProcesses("recipes");
  const hasProxies = proxyNames.every((name) => findExecutable([name], process.env["PATH"]) !== undefined);
  const proxies = hasProxies ? suiteProcesses("proxies") : [];
  await runSuites({
    processes: given.isAll
      ? [...product, ...faults, ...long, ...proxies, emulatorTests, ...coverage, ...recipes]
      : product,
    isEachShown: false,
    isRecorded: given.isRecorded,
    run: async (run, tell) => {
      await Promise.all([checkSources(run, tell), run.run(product)]);
      tell(`The tests of the product and the checks of the sources took ${secondsSince(start)} s.`);
      if (!given.isAll || run.results.counts().failed > 0) return;
      const shapes = join(run.folder, "shapes.txt");
      await run.run(faults);
      await run.run(long);
      if (hasProxies) await run.run(proxies);
      else tell(`THE TESTS BEHIND PROXIES WERE NOT RUN: ${proxyNames.join(" or ")} is not on the PATH.`);
      await runEmulatorTests(run, shapes);
      tell(`With the tests of faults and of the emulator it took ${secondsSince(start)} s.`);
      await run.run(coverage, { env: run.hasEmulator ? { COVERED_SHAPES: shapes } : {} });
      await run.run(recipes);
    },
  });
}
