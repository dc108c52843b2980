import type { BenchSetup, Duel } from "../row.ts";
import { startBenchService } from "../bench-service.ts";
import { startChild } from "../child-process.ts";
import type { UploadsTask } from "./bare-uploads.ts";
import type { LoadResult, LoadTask } from "./submission-load.ts";
import type { SentFile } from "./sent-file.ts";

interface UploadsOptions {
  file: SentFile;
  count: number;
  atOnce: number;
  /** True where the results count, and beside the uploads the reader alone. */
  isRead: boolean;
  isCleared: boolean;
  /** Returns the figures of a measurement that took so long. */
  figuresOf: (ms: number) => Record<string, number>;
}

/** Prepares a row of file submissions to web and worker, beside bare uploads of the same files. */
export async function openUploads(setup: BenchSetup, options: UploadsOptions): Promise<Duel> {
  const { file, count, atOnce, isRead, isCleared, figuresOf } = options;
  const service = await startBenchService(setup, { hasWorker: true });
  const { url, cookie, buildId, env } = service;
  const client = startChild<LoadTask, LoadResult>(setup, "scripts/bench/submit/submission-load", env);
  const bare = startChild<UploadsTask, { ms: number }>(setup, "scripts/bench/submit/bare-uploads", env);
  const waitFor = isRead ? "all" : "none";
  const submissions: LoadTask = { url, cookie, buildId, count, atOnce, file, waitFor, isCleared };
  const uploads: UploadsTask = { count, atOnce, file, isRead, isCleared };
  return {
    ours: async () => figuresOf((await client.ask(submissions)).ms),
    yardstick: async () => figuresOf((await bare.ask(uploads)).ms),
  };
}
