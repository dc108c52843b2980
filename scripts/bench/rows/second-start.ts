import { join } from "node:path";
import { projectEntry, projectFile } from "../../../embedded/index.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";
import { startReady } from "../services.ts";

/**
 * Measures how long a start takes until the web process and the worker process are ready, after an earlier start has
 * created the data and the build.
 */
export const secondStart: BenchRow = {
  name: "second-start",
  path: "npm start to ready, second time",
  yardstick: "nothing",
  figures: { ready_ms: { judged: "value", goal: { atMost: 1200 } } },
  open: openStarts,
};

const npmStart = { command: "npm", args: ["--prefix", projectFile("."), "start"] };

async function openStarts({ size, folder, given, atEnd }: BenchSetup): Promise<Duel> {
  const env = { ...given, DATA_DIR: join(folder, "data") };
  // With the size `small`, skip the set-up and the build of `npm start`, because both would write into the project's
  // folder.
  const program = size === "full" ? npmStart : projectEntry("scripts/start");
  const named = { ...program, name: "npm start", env, logFile: join(folder, "start.log") };
  const start = async (): Promise<Sample> => {
    const startedAt = performance.now();
    const { stop } = await startReady(named, { ready: /^ready /, atEnd });
    const ready_ms = performance.now() - startedAt;
    await stop();
    return { ready_ms };
  };
  await start();
  return { ours: start };
}
