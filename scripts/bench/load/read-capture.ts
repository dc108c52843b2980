import { once } from "node:events";
import { createReadStream, type ReadStream } from "node:fs";
import { parse } from "csv-parse";
import { readResult } from "../../../src/readers/index.ts";
import { doTasks } from "../child-process.ts";
import { durationMs, peakMemory } from "../measures.ts";
import { openDuckDb, type ReadByDuckDb } from "./duckdb.ts";

// Reads a capture by one of several readers. A process of its own, see child-process.ts, so that each has its memory to itself.

/** Which file to read by what. */
export interface ReadTask {
  path: string;
  by: "service" | "duckdb" | "csv-parse";
  /** Whether to watch the memory, which takes some time. */
  isMemoryWatched: boolean;
}

/** What was measured. */
export interface ReadMeasures {
  ms: number;
  /** Above that of the idle process, in MiB; 0 where it was not watched. */
  peakMib: number;
}

/** The size of the chunks in which the file store returns a file. */
const CHUNK_BYTES = 255 * 1024;

let readByDuckDb: ReadByDuckDb | undefined;

doTasks(async ({ path, by, isMemoryWatched }: ReadTask): Promise<ReadMeasures> => {
  if (by === "duckdb") readByDuckDb ??= await openDuckDb();
  const readers = {
    service: () => readResult(open(path), { format: "frame-csv" }),
    duckdb: () => readByDuckDb?.(path),
    "csv-parse": () => readByCsvParse(path),
  };
  if (!isMemoryWatched) return { ms: await durationMs(async () => void (await readers[by]())), peakMib: 0 };
  let ms = 0;
  const peakMib = await peakMemory(async () => {
    ms = await durationMs(async () => void (await readers[by]()));
  });
  return { ms, peakMib };
});

function open(path: string): ReadStream {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

async function readByCsvParse(path: string): Promise<void> {
  const parser = open(path).pipe(parse());
  let rows = 0;
  parser.on("data", () => (rows += 1));
  await once(parser, "end");
  if (rows === 0) throw new Error("csv-parse gave no rows");
}
