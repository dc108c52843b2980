import { NotFoundError } from "../../errors.ts";
import type { FrameMetrics } from "../../readers/index.ts";
import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import type { FrameSeries } from "../model/frame-series.ts";
import type { Run } from "../model/run.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import type { Runs } from "../runs/runs.ts";

/** The frames of a run, with the figures that were written together with them. */
interface FramesOfRun extends FrameSeries {
  metrics: FrameMetrics;
}

interface FramesDeps {
  runs: Pick<Runs, "get">;
  series: FrameSeriesRepository;
}

/** The frame times of captures. */
export type Frames = ReturnType<typeof createFrames>;

/** Between reading a run and its series the file may be read again, and the series that the run named is gone then. */
const MAX_TRIES = 3;

/** Frames over their collection. */
export function createFrames({ runs, series }: FramesDeps) {
  return {
    /** Returns the frames of a run. @throws NotFoundError that says why there are none */
    of: async (runId: string): Promise<FramesOfRun> => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const run = await runs.get(runId);
        if (!run.frame_series) throw new NotFoundError(whyThereAreNone(run));
        const found = await series.find(runId, run.frame_series);
        // A run that names a series is a capture, so its figures are those of one.
        if (found) return { ...found, metrics: run.metrics as FrameMetrics };
      }
      throw new Error(`the frame series that run ${runId} names is missing or not whole`);
    },
  };
}

function whyThereAreNone(run: Run): string {
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
