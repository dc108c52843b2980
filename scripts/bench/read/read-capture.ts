import { createReadStream, existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { readResult } from "../../../src/readers/index.ts";
import { doTasks } from "../child-process.ts";
import { durationMs } from "../measures.ts";
import { openDuckDb, type ReadByDuckDb } from "./duckdb.ts";

// Reads a capture by the reader of the service or by DuckDB. A process of its own, see child-process.ts, so that each has its memory to
// itself.

/** Which file to read by what. */
export interface ReadTask {
  path: string;
  by: "service" | "duckdb";
}

/** What was measured. */
export interface ReadMeasures {
  ms: number;
  /** The most memory that this process has ever had, above what it had before this reading, in MiB. */
  peakMib: number;
}

const PROCESS_STATUS = "/proc/self/status";
/** The size of the chunks in which the file store returns a file. */
const CHUNK_BYTES = 255 * 1024;

let readByDuckDb: ReadByDuckDb | undefined;

doTasks(async ({ path, by }: ReadTask): Promise<ReadMeasures> => {
  if (by === "duckdb") readByDuckDb ??= await openDuckDb();
  const idleMib = process.memoryUsage.rss() / 1024 / 1024;
  const ms = await durationMs(async () => {
    if (by === "duckdb") await readByDuckDb?.(path);
    else await readResult(createReadStream(path, { highWaterMark: CHUNK_BYTES }), { format: "frame-csv" });
  });
  return { ms, peakMib: peakMibOfProcess() - idleMib };
});

/**
 * Returns the most memory that this process has ever had. Linux tells it of the process alone; maxRSS, which other systems have to
 * do with, may be that of the process which has forked it.
 */
function peakMibOfProcess(): number {
  const status = existsSync(PROCESS_STATUS) ? readFileSync(PROCESS_STATUS, "utf8") : "";
  const [, kib] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
  return (kib === undefined ? process.resourceUsage().maxRSS : Number(kib)) / 1024;
}
