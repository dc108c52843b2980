import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import {
  mongodBinary,
  onStopRequest,
  projectFile,
  startGuarded,
  startStores,
  type Stores,
} from "../embedded/index.ts";
import { messageOf } from "../src/infra/message-of.ts";
import { secretValues } from "../src/settings/secret-settings.ts";
import { createSummaryReader } from "./ava-summary.ts";
import { findChromium, NO_CHROMIUM } from "./find-chromium.ts";
import { findSecrets } from "./find-secrets.ts";
import { scriptArguments } from "./script-arguments.ts";
import { createShortOutput } from "./short-output.ts";

// npm test: runs the compiled tests on stores. A store whose URL is given is used; the others are started for this run alone.
// Without arguments all tests run, those that pass are only counted, and a file keeps what they report and what programs print.
// At the end stands what failed; the last line says how many tests passed and failed.
// What the tests and the programs that they start have written is searched for the secrets that they used: one that stands
// there counts as a failure.

const usage = `Usage: npm test [-- <files> <arguments of ava>]
  Runs the tests, compiled and on stores of their own: all of them, or those of the files, which are named as in the sources.
  MONGODB_URL, REDIS_URL and MEILI_URL name stores to run them on instead.
Example: npm test -- test/http/pages.test.ts --match="*browser*"`;

const avaCli = projectFile("node_modules/.bin/ava");

/** The folder of the compiled tests, as a path from the project's root. `npm run build:test` fills it. */
const COMPILED = "dist-test";

/** Where the whole output of a run of all tests stands afterwards, as a path from the project's root. */
const WHOLE_OUTPUT = join(COMPILED, "output.txt");

/** How long ava may say nothing. Then it has stopped for ever: its own limit does not end every process that hangs. */
const MAX_SILENCE_MS = Number(process.env["TEST_MAX_SILENCE_MS"] ?? 1_200_000);

/** How many of the last lines that programs print are shown where the run failed and ava names nothing that did. */
const MAX_LAST_LINES = 20;

/** How many lines with a secret are shown. */
const MAX_SHOWN = 20;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** If this run has a real MongoDB, the conformance suite tests it instead of the emulator. */
function conformanceEnv(stores: Stores): NodeJS.ProcessEnv {
  const isReal = Boolean(process.env["MONGODB_URL"]) || mongodBinary(process.env) !== undefined;
  return isReal ? { CONFORMANCE_MONGODB_URL: stores.env.MONGODB_URL } : {};
}

interface Output {
  /** The folder in which tests put the output of programs and the secrets that they use. */
  folder: string;
  onLine: (line: string) => void;
  onErrorLine: (line: string) => void;
}

/** Returns an argument of ava, and the compiled file instead of a test file: `test/config.test.ts` or `test/http/*.test.ts:12`. */
function compiledName(argument: string): string {
  return argument.replace(/^(?:\.\/)?(test\/.*\.test)\.ts(?=$|:)/, `${COMPILED}/$1.js`);
}

function startAva(stores: Stores, { folder, onLine, onErrorLine }: Output) {
  return startGuarded({
    name: "ava",
    command: process.execPath,
    args: [avaCli, ...(process.stdout.isTTY ? ["--color"] : []), ...process.argv.slice(2).map(compiledName)],
    env: {
      ...process.env,
      ...stores.env,
      ...conformanceEnv(stores),
      NODE_ENV: "test",
      TEST_OUTPUT_DIR: folder,
    },
    onLine,
    onErrorLine,
  });
}

async function run(dataDir: string, signal: AbortSignal): Promise<string> {
  const chromium = findChromium(process.env);
  const stores = await startStores({ dataDir, given: process.env, log: say, signal });
  try {
    const summary = createSummaryReader();
    const isWhole = process.argv.length <= 2;
    const short = createShortOutput();
    const lastLines: string[] = [];
    const folder = join(dataDir, "output");
    mkdirSync(folder);
    const runOutput = join(folder, "run.output");
    const keep = (line: string) => appendFileSync(runOutput, `${line}\n`);
    const ava = startAva(stores, {
      folder,
      onLine: (line) => {
        silence.refresh();
        summary.read(line);
        keep(line);
        const shown = short.take(line);
        for (const each of isWhole ? shown : [line]) process.stdout.write(`${each}\n`);
      },
      onErrorLine: (line) => {
        keep(line);
        if (!isWhole) say(line);
        else if (lastLines.push(line) > MAX_LAST_LINES) lastLines.shift();
      },
    });
    const silence = setTimeout(() => {
      say(`The tests have said nothing for ${MAX_SILENCE_MS} ms, so the run is ended.`);
      void ava.stop();
    }, MAX_SILENCE_MS);
    signal.addEventListener("abort", () => void ava.stop());
    const end = await ava.ended;
    clearTimeout(silence);
    if (isWhole) keepWholeOutput(runOutput);
    if (end !== "exit code 0" && short.failures().length === 0) lastLines.forEach(say);
    for (const failure of short.failures()) process.stdout.write(`failed: ${failure}\n`);
    const { passed, skipped, ...counts } = summary.counts(end === "exit code 0");
    const failed = counts.failed + reportSecrets(dataDir, secretValues(stores.env));
    if (failed > 0) process.exitCode = 1;
    if (skipped > 0 && chromium === undefined) say(`THE TESTS IN A BROWSER WERE NOT RUN. ${NO_CHROMIUM}`);
    return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  } finally {
    await stores.stop();
  }
}

/** Copies the output of a run to where it stands afterwards, and says where that is. */
function keepWholeOutput(runOutput: string): void {
  if (!existsSync(runOutput)) return;
  mkdirSync(COMPILED, { recursive: true });
  copyFileSync(runOutput, WHOLE_OUTPUT);
  process.stdout.write(`The whole output, with what passed tests report, stands in ${WHOLE_OUTPUT}.\n`);
}

/** Searches all output of a run for secrets and reports each line that has one. Returns how many failures that is: one or none. */
function reportSecrets(dataDir: string, ofStores: readonly string[]): number {
  const filesIn = (folder: string, ending: string) =>
    existsSync(folder)
      ? readdirSync(folder).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []))
      : [];
  const output = join(dataDir, "output");
  const ofTests = filesIn(output, ".secrets").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string),
  );
  const searched = [...filesIn(output, ".output"), ...filesIn(join(dataDir, "logs"), ".log")];
  const found = findSecrets(searched, [...ofStores, ...ofTests]);
  for (const { file, line } of found.slice(0, MAX_SHOWN))
    say(`a secret stands in ${basename(file)}: ${line}`);
  if (found.length > 0) say(`${found.length} lines of this run's output have a secret that it used`);
  return found.length > 0 ? 1 : 0;
}

async function main(): Promise<void> {
  const stopping = new AbortController();
  const stopListening = onStopRequest(
    { stop: () => stopping.abort(new Error("The run was stopped.")), endNow: () => process.exit(1) },
    process.env["npm_lifecycle_event"] !== undefined,
  );
  const dataDir = mkdtempSync(join(tmpdir(), "pc-benchmarks-test-"));
  let lastLine = "0 passed, 1 failed";
  try {
    lastLine = await run(dataDir, stopping.signal);
  } catch (error) {
    process.exitCode = 1;
    say(messageOf(error));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    stopListening();
  }
  process.stdout.write(`${lastLine}\n`);
}

if (scriptArguments(usage, (args) => args) !== null) await main();
