import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { startChild } from "../child-process.ts";
import type { ReadMeasures, ReadTask } from "../read/read-capture.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { captureInBlocks } from "../submit/files.ts";

const BYTES = { full: 50_000_000, small: 100_000 };

/** Measures how fast a large capture of frame times is read, and with how much memory. */
export const readCapture: BenchRow = {
  name: "read-capture",
  path: "reading a capture of 50 MB",
  yardstick: "read_csv of DuckDB in one thread, with count, mean and percentiles of the frame times",
  figures: {
    read_ms: { judged: "ratio", goal: { atMost: 1 } },
    peak_mib: { judged: "value", goal: { atMost: 80 } },
  },
  open: openReaders,
};

async function openReaders(setup: BenchSetup): Promise<Duel> {
  const path = join(setup.folder, "capture.csv");
  await pipeline(Readable.from(captureInBlocks(BYTES[setup.size])), createWriteStream(path));
  const start = () => startChild<ReadTask, ReadMeasures>(setup, "scripts/bench/read/read-capture");
  const [ours, duckdb] = [start(), start()];
  return {
    ours: async () => {
      const { ms } = await ours.ask({ path, by: "service" });
      // Start a new process, whose peak memory does not include earlier readings.
      const fresh = start();
      const { peakMib } = await fresh.ask({ path, by: "service" });
      await fresh.stop();
      return { read_ms: ms, peak_mib: peakMib };
    },
    yardstick: async () => ({ read_ms: (await duckdb.ask({ path, by: "duckdb" })).ms }),
  };
}
