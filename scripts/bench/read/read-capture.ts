import { createReadStream, existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { readResult } from "../../../src/readers/index.ts";
import { doTasks } from "../child-process.ts";
import { durationMs } from "../measures.ts";
import { openDuckDb, type ReadByDuckDb } from "./duckdb.ts";

// Reads a capture with the reader of the service or with DuckDB. This program runs as a separate process (see
// child-process.ts), so that the memory of each reader can be measured.

/** The task of a process that reads a capture: the path of the capture, and the reader to use. */
export interface ReadTask {
  path: string;
  by: "service" | "duckdb";
}

/** The time and the memory that reading a capture took. */
export interface ReadMeasures {
  ms: number;
  /** The peak memory of the process after it has read the capture, minus its resident memory before, in MiB. */
  peakMib: number;
}

const PROCESS_STATUS = "/proc/self/status";
/** The size in bytes of the chunks in which the file store returns a file. */
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
 * Returns the peak memory of this process in MiB. Linux reports the peak of the process alone; maxRSS, the fallback on
 * other systems, may include the peak of the parent process.
 */
function peakMibOfProcess(): number {
  const status = existsSync(PROCESS_STATUS) ? readFileSync(PROCESS_STATUS, "utf8") : "";
  const [, kib] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
  return (kib === undefined ? process.resourceUsage().maxRSS : Number(kib)) / 1024;
}
