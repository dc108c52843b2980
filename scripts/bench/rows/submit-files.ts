import type { BenchRow, BenchSetup } from "../row.ts";
import { openUploads } from "../submit/open-uploads.ts";
import { writeCapture, writeExport } from "../submit/sent-file.ts";

const MB = 1_000_000;
const yardstick = "bare GridFS uploads of the same bytes, hashed on their way";

/** How many small files the web process accepts while a worker reads them. */
export const submitFile45Kb: BenchRow = {
  name: "submit-file-45kb",
  path: "file submission, 3DMark export of 45 KB, 16 in flight, worker beside",
  yardstick,
  figures: { files_per_second: { judged: "ratio", goal: { atLeast: 0.6 } } },
  open: async (setup: BenchSetup) => {
    const count = setup.size === "full" ? 400 : 4;
    return openUploads(setup, {
      file: writeExport(setup.folder),
      count,
      atOnce: 16,
      isRead: false,
      isCleared: false,
      figuresOf: (ms) => ({ files_per_second: count / (ms / 1000) }),
    });
  },
};

/** The same with the largest files that people send. */
export const submitFile50Mb: BenchRow = {
  name: "submit-file-50mb",
  path: "file submission, captures of 50 MB, 4 in flight, worker beside",
  yardstick,
  figures: { mb_per_second: { judged: "ratio", goal: { atLeast: 0.9 } } },
  open: async (setup: BenchSetup) => {
    const [count, megabytes] = setup.size === "full" ? [4, 50] : [2, 1];
    return openUploads(setup, {
      file: writeCapture(setup.folder, megabytes * MB),
      count,
      atOnce: 4,
      isRead: false,
      isCleared: true,
      figuresOf: (ms) => ({ mb_per_second: (count * megabytes) / (ms / 1000) }),
    });
  },
};

/** How long it takes until the last of many captures is read. */
export const capturesUntilRead: BenchRow = {
  name: "captures-until-read",
  path: "captures of 1 MB, 4 in flight, until the last is read",
  yardstick: "bare GridFS uploads, then the reader alone, one after the other",
  figures: { until_read_ms: { judged: "ratio", goal: { atMost: 1.3 } } },
  open: async (setup: BenchSetup) =>
    openUploads(setup, {
      file: writeCapture(setup.folder, MB),
      count: setup.size === "full" ? 100 : 4,
      atOnce: 4,
      isRead: true,
      isCleared: true,
      figuresOf: (until_read_ms) => ({ until_read_ms }),
    }),
};
