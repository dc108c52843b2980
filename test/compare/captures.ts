import { makeCapture, makeFrameTimes } from "../helpers/capture-generator.ts";
import type { Client, SentFile } from "../helpers/client.ts";

const game = { processId: 4711, swapChain: "0x1", isDropped: false };

/** Makes a capture of a game, whose frame times are generated from `seed` and multiplied by `slower`. */
export function madeCapture({ seed = 1, frames = 1500, slower = 1, application = "harbour.exe" }): SentFile {
  const frameOf = (frameTimeMs: number) => ({ ...game, application, frameTimeMs: frameTimeMs * slower });
  const rows = makeFrameTimes(frames, seed).map(frameOf);
  return { name: "capture.csv", content: makeCapture("presentmon-1.0", rows) };
}

/**
 * Submits files to a build, and waits until the run of each file is complete or failed. Returns the ids of the runs.
 */
export async function submitFiles(
  client: Client,
  build_id: number,
  files: readonly SentFile[],
  benchmark: object = { id: 16 },
): Promise<string[]> {
  const added = await client.add({ build_id, benchmarks: benchmark, files });
  if (added.status !== 200) throw new Error(`POST /benchmarks/add answered ${added.status}: ${added.text}`);
  const runIds = (added.body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
  for (const runId of runIds) await client.waitForRun(runId);
  return runIds;
}

/** Submits typed-in scores of Cinebench R23 to a build and returns the ids of their runs. */
export async function submitScores(
  client: Client,
  build_id: number,
  runs: readonly number[],
): Promise<string[]> {
  const added = await client.add({ build_id, benchmarks: { id: 15, runs } });
  if (added.status !== 200) throw new Error(`POST /benchmarks/add answered ${added.status}: ${added.text}`);
  return (added.body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
}
