import { randomUUID } from "node:crypto";
import { openServices, type Services } from "../../src/compose/services.ts";
import { secretsOf, type Config } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";

type Run = Parameters<Services["records"]["runs"]["insertMissing"]>[0][number];

/**
 * Stores runs of captures with this many frames, without anything that is made of the frames in advance: as if a version of the
 * service had read the files that kept no charts. Returns the paths of the runs.
 */
export async function storeRuns(
  config: Config,
  { runs, frames }: { runs: number; frames: number },
): Promise<string[]> {
  const logger = createLogger({ level: "warn", process: "bench", secrets: secretsOf(config) });
  const services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
  const { records } = services;
  const paths: string[] = [];
  try {
    for (let index = 0; index < runs; index += 1) {
      const runId = randomUUID();
      const key = { runId, fencingToken: 1 };
      const reference = await records.series.store(key, seriesOf(frames), new Date());
      await records.series.confirm(key);
      await records.runs.insertMissing([runOf(runId, reference)]);
      paths.push(`/benchmarks/runs/${runId}`);
    }
  } finally {
    await services.close();
  }
  return paths;
}

/** Every fifth frame is dropped and every 97th takes long, as in a real capture of a game that stutters. */
function seriesOf(length: number) {
  const frameTimesMs = Float32Array.from(
    { length },
    (_, index) => (index % 97 === 0 ? 24 : 6) + ((index * 7919) % 1000) / 250,
  );
  const droppedFrames = Uint32Array.from({ length: Math.floor(length / 5) }, (_, index) => index * 5);
  return { frameTimesMs, droppedFrames };
}

function runOf(runId: string, frame_series: NonNullable<Run["frame_series"]>): Run {
  const now = new Date();
  return {
    _id: runId,
    submission_id: `submission of ${runId}`,
    sequence: 1,
    account_id: "bench",
    build_id: 1,
    benchmark_id: 16,
    status: "complete",
    fencing_token: 1,
    attempts: 1,
    score: 122,
    variant: "harbour.exe",
    metrics: {
      application: "harbour.exe",
      tool: "PresentMon",
      average_fps: 122,
      low_1_fps: 37,
      p0_1_fps: 36,
    },
    warnings: [],
    file: null,
    error: null,
    reader_version: 1,
    frame_series,
    created_at: now,
    touched_at: now,
    completed_at: now,
  };
}
