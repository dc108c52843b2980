import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectEntry } from "../../../embedded/index.ts";
import { servicePssMib, serviceProcessorMs } from "../process-costs.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";
import { startReady } from "../services.ts";

/** Measures the memory and the processor time of all processes of `npm start` while nobody sends requests. */
export const atRest: BenchRow = {
  name: "at-rest",
  path: "all processes of npm start while nobody sends requests",
  yardstick: "nothing",
  figures: {
    pss_mib: { judged: "value", goal: { atMost: 450 } },
    processor_percent: { judged: "value", goal: { atMost: 1 } },
  },
  open: openAtRest,
};

/** The time in ms until the service has done the work that follows its start, such as the first sweeps. */
const SETTLING_MS = 30_000;
/**
 * The time in ms for which the processes are measured. The operating system counts processor time in units of 10 ms, so a
 * shorter sample may have none.
 */
const SAMPLE_MS = { full: 20_000, small: 5000 };

async function openAtRest({ size, folder, given, atEnd }: BenchSetup): Promise<Duel> {
  const env = { ...given, DATA_DIR: join(folder, "data") };
  const program = { ...projectEntry("scripts/start"), name: "npm start", env };
  await startReady({ ...program, logFile: join(folder, "start.log") }, { ready: /^ready /, atEnd });
  if (size === "full") await sleep(SETTLING_MS);
  return {
    ours: async (): Promise<Sample> => {
      const [before, startedAt] = [serviceProcessorMs(), performance.now()];
      await sleep(SAMPLE_MS[size]);
      const processorMs = serviceProcessorMs() - before;
      return {
        pss_mib: servicePssMib(),
        processor_percent: (100 * processorMs) / (performance.now() - startedAt),
      };
    },
  };
}
