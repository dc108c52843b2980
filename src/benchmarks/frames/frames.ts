import { NotFoundError } from "../../errors.ts";
import type { FrameMetrics } from "../../readers/index.ts";
import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import type { FrameSeries } from "../model/frame-series.ts";
import type { Run } from "../model/run.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import type { Runs } from "../runs/runs.ts";

/** The frames of a run, and the figures that were written in the same write as the reference to them. */
interface FramesOfRun extends FrameSeries {
  metrics: FrameMetrics;
}

interface FramesDeps {
  runs: Pick<Runs, "get">;
  series: FrameSeriesRepository;
}

/** Returns the frame times of captures. */
export type Frames = ReturnType<typeof createFrames>;

/** A try fails where the file is read again between the two queries: the series that the run referenced is then removed. */
const MAX_TRIES = 3;

/** Creates the service for the frames of runs. */
export function createFrames({ runs, series }: FramesDeps) {
  return {
    /** Returns the frames of a run. @throws NotFoundError whose message says why the run has none */
    of: async (runId: string): Promise<FramesOfRun> => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const run = await runs.get(runId);
        if (!run.frame_series) throw new NotFoundError(reasonForNoFrames(run));
        const found = await series.find(runId, run.frame_series);
        // Only captures have a series, so the metrics are those of a capture.
        if (found) return { ...found, metrics: run.metrics as FrameMetrics };
      }
      throw new Error(`the frame series that run ${runId} names is missing or not whole`);
    },
  };
}

function reasonForNoFrames(run: Run): string {
  const { _id, benchmark_id, status, error } = run;
  const type = benchmarkTypeOf(benchmark_id);
  if (type.kind === "score")
    return `Run ${_id} has no frame times: its score was typed in. Captures of the game benchmark have them.`;
  if (type.file_format !== "frame-csv")
    return `Run ${_id} has no frame times: a 3DMark export holds none. Captures of the game benchmark have them.`;
  if (status === "failed")
    return `Run ${_id} has no frame times: reading its file failed (${error?.code ?? "unknown"}). GET /benchmarks/runs/${_id} says why.`;
  if (run.frame_series === null)
    return `Run ${_id} has no frame times: its file is a log of samples, not of single frames.`;
  if (status === "complete")
    return `Run ${_id} has no frame times: its file was read before they were kept. They appear when the file is read again.`;
  return `Run ${_id} has no frame times yet: its file is ${status}. GET /benchmarks/runs/${_id}?wait=30 tells when it has been read.`;
}
