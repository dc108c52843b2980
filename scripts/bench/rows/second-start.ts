import { startService } from "../../../embedded/index.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";
import { durationMs } from "../measures.ts";

/** How long a start takes until web and worker are ready, where a start before it has made the data. */
export const secondStart: BenchRow = {
  name: "second-start",
  path: "npm start to ready, second time, without the build",
  yardstick: "nothing",
  figures: { ready_ms: { judged: "value", goal: { atMost: 3000 } } },
  open: openStarts,
};

async function openStarts({ folder, given }: BenchSetup): Promise<Duel> {
  const start = async (): Promise<Sample> => {
    let service: Awaited<ReturnType<typeof startService>> | undefined;
    try {
      const ready_ms = await durationMs(async () => {
        service = await startService({ dataDir: folder, given, log: () => undefined });
      });
      return { ready_ms };
    } finally {
      await service?.stop();
    }
  };
  await start();
  return { ours: start, close: async () => undefined };
}
