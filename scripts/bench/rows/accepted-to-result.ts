import { startBenchService } from "../bench-service.ts";
import { startChild } from "../child-process.ts";
import { percentile } from "../measures.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import type { PickupTask } from "../submit/bare-pickup.ts";
import type { LoadResult, LoadTask } from "../submit/submission-load.ts";
import { writeExport } from "../submit/sent-file.ts";

/** How long somebody waits for the result of a file, where nothing else is to be done. */
export const acceptedToResult: BenchRow = {
  name: "accepted-to-result",
  path: "accepted to result, 3DMark export of 45 KB, idle",
  yardstick: "the pickup of a job by BullMQ alone",
  figures: {
    p50_ms: { judged: "difference", goal: { atMost: 10 } },
    p95_ms: { judged: "difference", goal: null },
  },
  open: openResults,
};

async function openResults(setup: BenchSetup): Promise<Duel> {
  const service = await startBenchService(setup, { hasWorker: true });
  const { url, cookie, buildId, env } = service;
  const client = startChild<LoadTask, LoadResult>(setup, "scripts/bench/submit/submission-load", env);
  const bare = startChild<PickupTask, Pick<LoadResult, "resultMs">>(
    setup,
    "scripts/bench/submit/bare-pickup",
    env,
  );
  const count = setup.size === "full" ? 40 : 2;
  const file = writeExport(setup.folder);
  const task: LoadTask = { url, cookie, buildId, count, atOnce: 1, file, waitFor: "each", isCleared: false };
  const figuresOf = ({ resultMs }: Pick<LoadResult, "resultMs">) => ({
    p50_ms: percentile(resultMs, 0.5),
    p95_ms: percentile(resultMs, 0.95),
  });
  return {
    ours: async () => figuresOf(await client.ask(task)),
    yardstick: async () => figuresOf(await bare.ask({ count })),
  };
}
