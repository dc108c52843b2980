import { startChild } from "../child-process.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { serviceProcessorMs } from "../process-costs.ts";
import { startBenchService } from "../services.ts";
import type { UploadsTask } from "../submit/bare-uploads.ts";
import { makeCapture, makeExport } from "../submit/files.ts";
import { signInWithBuild } from "../submit/sign-in.ts";
import type { LoadTask } from "../submit/submission-load.ts";

/** Measures how many small files the web process accepts per second while a worker reads them. */
export const submitFile45Kb: BenchRow = {
  name: "submit-file-45kb",
  path: "file submission, 3DMark export of 45 KB, 16 in flight, worker beside",
  yardstick: "bare GridFS uploads of the same bytes, hashed on their way",
  figures: {
    files_per_second: { judged: "ratio", goal: { atLeast: 0.6 } },
    processor_ms_per_file: { judged: "value", goal: { atMost: 25 } },
  },
  open: (setup) => {
    const count = setup.size === "full" ? 400 : 4;
    const uploads = { file: makeExport(), count, atOnce: 16, isRead: false };
    return openUploads(setup, uploads, ({ ms, processorMs }) => ({
      files_per_second: count / (ms / 1000),
      processor_ms_per_file: processorMs / count,
    }));
  },
};

/** Measures how long it takes until the last of many captures is read. */
export const capturesUntilRead: BenchRow = {
  name: "captures-until-read",
  path: "captures of 1 MB, 4 in flight, until the last is read",
  yardstick: "bare GridFS uploads, then the reader alone, one after the other",
  figures: { until_read_ms: { judged: "ratio", goal: { atMost: 2.5 } } },
  open: (setup) => {
    const count = setup.size === "full" ? 100 : 4;
    const uploads = { file: makeCapture(1_000_000), count, atOnce: 4, isRead: true };
    return openUploads(setup, uploads, ({ ms }) => ({ until_read_ms: ms }));
  },
};

/**
 * Prepares both sides of a measurement: submissions of files to the service (a web process and a worker), and bare
 * uploads of the same files, to compare with.
 */
async function openUploads(
  setup: BenchSetup,
  uploads: UploadsTask,
  figuresOf: (took: Took) => Record<string, number>,
): Promise<Duel> {
  const { url, env } = await startBenchService(setup, { hasWorker: true });
  const { cookie, buildId } = await signInWithBuild(url);
  const client = startChild<LoadTask, { ms: number }>(setup, "scripts/bench/submit/submission-load", env);
  const bare = startChild<UploadsTask, { ms: number }>(setup, "scripts/bench/submit/bare-uploads", env);
  return {
    ours: () => measured(() => client.ask({ url, cookie, buildId, ...uploads })).then(figuresOf),
    yardstick: () => measured(() => bare.ask(uploads)).then(figuresOf),
  };
}

interface Took {
  /** The duration that the client measured, in ms. */
  ms: number;
  /** The processor time in ms of the service and its stores until all results of the measurement were ready. */
  processorMs: number;
}

async function measured(send: () => Promise<{ ms: number }>): Promise<Took> {
  const before = serviceProcessorMs();
  const { ms } = await send();
  return { ms, processorMs: serviceProcessorMs() - before };
}
