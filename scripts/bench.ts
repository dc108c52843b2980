import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { onStopRequest } from "../embedded/index.ts";
import { bounded } from "../src/infra/bounded.ts";
import { messageOf } from "../src/infra/message-of.ts";
import { readArguments, type BenchArguments } from "./bench/arguments.ts";
import { createAtEnd } from "./bench/at-end.ts";
import { findSlower } from "./bench/compare-results.ts";
import { measureRow } from "./bench/measure-row.ts";
import { removeOwnData } from "./bench/remove-own-data.ts";
import { printRows, printSlower } from "./bench/report.ts";
import { describeSetting, writeResults, type BenchResults, type RowResult } from "./bench/results.ts";
import type { BenchRow, BenchSetup } from "./bench/row.ts";
import { benchRows } from "./bench/rows.ts";
import { createProgressBar } from "./progress-bar.ts";

// This file is the program `npm run bench`. It measures operations of the service, each against a yardstick: a bare
// program that shows the highest speed that the underlying parts (such as the stores) allow.

/**
 * Returns settings with a database and prefixes that only one measurement uses, because stores that the caller names
 * may contain other data. Files are stored in MongoDB, like the files of the bare programs that the service is compared
 * with.
 */
function settingsOfItsOwn(): NodeJS.ProcessEnv {
  const name = `pcb-bench-${randomBytes(4).toString("hex")}`;
  return {
    ...process.env,
    MONGODB_DATABASE: name,
    REDIS_KEY_PREFIX: name,
    MEILI_INDEX_PREFIX: name,
    FILES_URL: "",
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMITS: "false",
    DEV_LOGIN: "true",
  };
}

/** The maximum time in ms that the program waits for a running measurement to fail after its processes were stopped. */
const LEFT_ALONE_MS = 20_000;

interface Progress extends Pick<BenchSetup, "say"> {
  onProgress(share: number): void;
  /** Rejects as soon as a person or the system asks to stop before npm run bench has measured all operations. */
  stopped: Promise<never>;
}

/**
 * Measures a row (one operation of the service), and removes everything that the measurement created, even if the
 * measurement fails or is stopped.
 * @throws AggregateError with all failures of the measurement and of the clean-up
 */
async function measureInFolder(
  row: BenchRow,
  { size, pairs }: BenchArguments,
  { say, onProgress, stopped }: Progress,
): Promise<RowResult> {
  const atEnd = createAtEnd();
  const folder = await mkdtemp(join(tmpdir(), `bench-${row.name}-`));
  atEnd.add(() => rm(folder, { recursive: true, force: true }));
  const given = settingsOfItsOwn();
  atEnd.add(() => removeOwnData(given));
  // Wait until the running measurement fails, which happens soon after its processes were stopped: until then, it may
  // store more data.
  atEnd.add(() => bounded(result, LEFT_ALONE_MS, "the measurement").catch(() => undefined));
  const setup: BenchSetup = { size, folder, given, say, atEnd: atEnd.add };
  const result = measureRow(row, setup, { pairs, onProgress });
  const [measured] = await Promise.allSettled([Promise.race([result, stopped])]);
  const faults = await atEnd.run();
  if (measured.status === "rejected") faults.unshift(measured.reason);
  else if (faults.length === 0) return measured.value;
  throw new AggregateError(faults, faults.map(messageOf).join("\n"));
}

/**
 * Rejects at the first request to stop, and sets exit code 1. A second request ends the process without the clean-up.
 */
async function untilStopped(): Promise<never> {
  const endNow = () => process.exit(1);
  const isUnderNpm = process.env["npm_lifecycle_event"] !== undefined;
  await new Promise<void>((stop) => onStopRequest({ stop, endNow }, isUnderNpm));
  process.exitCode = 1;
  throw new Error("stopped");
}

/**
 * Measures the operations of npm run bench one after the other, and writes the results after each operation, so that an
 * interrupted run does not lose the results of finished operations.
 */
async function measureAll(args: BenchArguments): Promise<BenchResults> {
  const { rows, size, pairs } = args;
  const setting = { measured_at: new Date().toISOString(), ...describeSetting() };
  const results: BenchResults = { ...setting, size, pairs, rows: [], failed: [] };
  const stopped = untilStopped();
  // Mark the promise `stopped` as handled: if a request to stop comes between the measurements of two operations, no
  // other code handles the rejection of the promise.
  stopped.catch(() => undefined);
  let current = "";
  let path = "";
  const bar = createProgressBar({ describe: () => current });
  for (const [index, row] of rows.entries()) {
    current = `row ${index + 1} of ${rows.length}, ${row.name}`;
    const onProgress = (share: number) => bar.show((index + share) / rows.length);
    onProgress(0);
    try {
      results.rows.push(await measureInFolder(row, args, { say: bar.say, onProgress, stopped }));
    } catch (error) {
      results.failed.push({ name: row.name, reason: messageOf(error) });
      bar.say(`${row.name}: ${messageOf(error)}`);
    }
    path = writeResults(args.results, results);
    if (process.exitCode === 1) break;
  }
  bar.end();
  printRows(results.rows);
  console.log(`\nwritten to ${path}`);
  return results;
}

const args = readArguments(benchRows);
if (args !== null) {
  const results = await measureAll(args);
  if (results.failed.length > 0) {
    console.error(`not measured: ${results.failed.map(({ name }) => name).join(", ")}`);
    process.exitCode = 1;
  }
  if (args.earlier) {
    const comparison = findSlower(args.earlier.results, results);
    printSlower(args.earlier.path, comparison);
    if (comparison.slower.length > 0 || comparison.compared === 0) process.exitCode = 1;
  }
}
