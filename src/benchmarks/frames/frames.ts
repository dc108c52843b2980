import type { Config } from "../../config.ts";
import { NotFoundError } from "../../errors.ts";
import { createLane, idleOfEventLoop } from "../../infra/lane.ts";
import type { FrameMetrics } from "../../readers/index.ts";
import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import type { Run } from "../model/run.ts";
import type { Runs } from "../runs/runs.ts";
import { createFrameViews, type FramesOfRun, type FrameView, type FrameViewsDeps } from "./frame-views.ts";
import { createRenderer } from "./renderer.ts";

interface FramesDeps extends Omit<FrameViewsDeps, "renderer"> {
  runs: Pick<Runs, "get">;
  config: FrameViewsDeps["config"] & Pick<Config, "FRAME_RENDERS_WAITING">;
}

/** A view of the frames of a run, and the frames that it shows. */
export interface ShownFrames {
  frames: FramesOfRun;
  text: string;
}

/** Returns the frame times of captures, as points and as a chart. */
export type Frames = ReturnType<typeof createFrames>;

/** Many times what the query for a run takes. */
const LANE_HOLD_MS = 100;

/** A try fails where the file is read again between two queries: the series that the run referenced is then removed. */
const MAX_TRIES = 3;

/** Creates the service for the frames of runs. */
export function createFrames(deps: FramesDeps) {
  const renderer = createRenderer({ maxWaiting: deps.config.FRAME_RENDERS_WAITING });
  const views = createFrameViews({ ...deps, renderer });

  const lane = createLane(LANE_HOLD_MS, { idleMs: idleOfEventLoop });

  const of = async (runId: string): Promise<FramesOfRun> => {
    const run = await lane.take(() => deps.runs.get(runId));
    if (!run.frame_series) throw new NotFoundError(reasonForNoFrames(run));
    // Only captures have a series, so the metrics are those of a capture.
    const metrics = run.metrics as FrameMetrics;
    return { runId, reference: run.frame_series, readerVersion: run.reader_version, metrics };
  };

  return {
    /** Returns what a run says of its frames; loads none. @throws NotFoundError whose message says why the run has none */
    of,

    /**
     * Returns a view of frames. Where the file of the run was read again meanwhile, it is a view of the frames of then.
     * @throws NotFoundError where the run was deleted meanwhile; OverloadedError
     */
    show: async (given: FramesOfRun, view: FrameView): Promise<ShownFrames> => {
      let frames = given;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const text = await views.find(frames, view);
        if (text !== null) return { frames, text };
        frames = await of(frames.runId);
      }
      throw new Error(`the frame series that run ${given.runId} names is missing or not whole`);
    },

    /** Ends what draws charts. */
    close: (): Promise<void> => renderer.close(),
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
