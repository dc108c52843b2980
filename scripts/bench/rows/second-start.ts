import { join } from "node:path";
import { projectEntry, projectFile } from "../../../embedded/index.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";
import { startReady } from "../services.ts";

/** How long a start takes until web and worker are ready, where a start before it has made the data and the build. */
export const secondStart: BenchRow = {
  name: "second-start",
  path: "npm start to ready, second time",
  yardstick: "nothing",
  figures: { ready_ms: { judged: "value", goal: { atMost: 3000 } } },
  open: openStarts,
};

const npmStart = { command: "npm", args: ["--prefix", projectFile("."), "start"] };

async function openStarts({ size, folder, given, atEnd }: BenchSetup): Promise<Duel> {
  const env = { ...given, DATA_DIR: join(folder, "data") };
  // The smallest size leaves out the set-up and the build, which would write into the clone that it measures.
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
