import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { usageOf, readArguments, type BenchArguments } from "./bench/arguments.ts";
import { findSlower } from "./bench/compare-results.ts";
import { measureRow, type RowResult } from "./bench/measure-row.ts";
import { removeOwnData } from "./bench/remove-own-data.ts";
import { printRows, printSlower } from "./bench/report.ts";
import { describeSetting, writeResults } from "./bench/results.ts";
import type { BenchRow, BenchSetup } from "./bench/row.ts";
import { benchRows } from "./bench/rows.ts";
import { createProgressBar } from "./progress-bar.ts";
import { scriptArguments } from "./script-arguments.ts";

// npm run bench: measures the service beside yardsticks, row by row.

/** Names the database and the prefixes of a measurement, so that it meets no other data in stores that were given. */
function settingsOfItsOwn(): NodeJS.ProcessEnv {
  const name = `pcb-bench-${randomBytes(4).toString("hex")}`;
  return {
    ...process.env,
    MONGODB_DATABASE: name,
    REDIS_KEY_PREFIX: name,
    MEILI_INDEX_PREFIX: name,
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMITS: "false",
    DEV_LOGIN: "true",
  };
}

async function measureInFolder(
  row: BenchRow,
  args: BenchArguments,
  progress: { say(line: string): void; onProgress(share: number): void },
): Promise<RowResult> {
  const folder = await mkdtemp(join(tmpdir(), `bench-${row.name}-`));
  const setup: BenchSetup = { size: args.size, folder, given: settingsOfItsOwn(), say: progress.say };
  try {
    return await measureRow(row, setup, { pairs: args.pairs, onProgress: progress.onProgress });
  } finally {
    await removeOwnData(setup.given);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the rows one after the other; returns what was found, and the names of the rows that failed. */
async function measureAll(args: BenchArguments): Promise<{ rows: RowResult[]; failed: string[] }> {
  const { rows: wanted } = args;
  const rows: RowResult[] = [];
  const failed: string[] = [];
  let current = "";
  const bar = createProgressBar({ describe: () => current });
  for (const [index, row] of wanted.entries()) {
    current = `row ${index + 1} of ${wanted.length}, ${row.name}`;
    const onProgress = (share: number) => bar.show((index + share) / wanted.length);
    onProgress(0);
    try {
      rows.push(await measureInFolder(row, args, { say: bar.say, onProgress }));
    } catch (error) {
      failed.push(row.name);
      bar.say(`${row.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  bar.end();
  return { rows, failed };
}

const args = scriptArguments(usageOf(benchRows), (given) => readArguments(benchRows, given));
if (args !== null) {
  const { size, pairs, earlier } = args;
  const setting = describeSetting();
  const measured_at = new Date().toISOString();
  const { rows, failed } = await measureAll(args);
  printRows(rows);
  const path = writeResults(args.results, { measured_at, ...setting, size, pairs, rows });
  console.log(`\nwritten to ${path}`);
  if (failed.length > 0) {
    console.error(`not measured: ${failed.join(", ")}`);
    process.exitCode = 1;
  }
  if (earlier !== null) {
    const found = findSlower(earlier.results, { rows });
    printSlower(earlier.path, found);
    if (found.slower.length > 0) process.exitCode = 1;
  }
}
