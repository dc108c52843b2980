import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { mongodBinary, onStopRequest, startGuarded, startStores, type Stores } from "../embedded/index.ts";
import { createSummaryReader } from "./ava-summary.ts";

// npm test [-- <arguments of ava>]: runs the tests on stores. A store whose URL is given is used; the others are started for
// this run alone. The last line says how many tests passed and failed.

const avaCli = fileURLToPath(new URL("../node_modules/.bin/ava", import.meta.url));

const say = (line: string) => process.stderr.write(`${line}\n`);

/** If this run has a real MongoDB, the conformance suite tests it instead of the emulator. */
function conformanceEnv(stores: Stores): NodeJS.ProcessEnv {
  const isReal = Boolean(process.env["MONGODB_URL"]) || mongodBinary(process.env) !== undefined;
  return isReal ? { CONFORMANCE_MONGODB_URL: stores.env.MONGODB_URL } : {};
}

function startAva(stores: Stores, onLine: (line: string) => void) {
  return startGuarded({
    name: "ava",
    command: process.execPath,
    args: [avaCli, ...(process.stdout.isTTY ? ["--color"] : []), ...process.argv.slice(2)],
    env: { ...process.env, ...stores.env, ...conformanceEnv(stores), NODE_ENV: "test" },
    onLine,
  });
}

async function run(dataDir: string, signal: AbortSignal): Promise<string> {
  const stores = await startStores({ dataDir, given: process.env, log: say, signal });
  try {
    const summary = createSummaryReader();
    const ava = startAva(stores, (line) => {
      summary.read(line);
      process.stdout.write(`${line}\n`);
    });
    signal.addEventListener("abort", () => void ava.stop());
    const end = await ava.ended;
    const { passed, failed, skipped } = summary.counts(end === "exit code 0");
    if (failed > 0) process.exitCode = 1;
    return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  } finally {
    await stores.stop();
  }
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
    say(error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    stopListening();
  }
  process.stdout.write(`${lastLine}\n`);
}

await main();
