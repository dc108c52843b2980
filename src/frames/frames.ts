import type { Runs } from "../benchmarks/index.ts";
import type { Config } from "../config.ts";
import { NotFoundError } from "../errors.ts";
import { createThrottledQueue, idleOfEventLoop } from "../infra/throttled-queue.ts";
import { createFrameViews, type FramesOfRun, type FrameView, type FrameViewsDeps } from "./frame-views.ts";
import { createRenderer } from "./renderer.ts";

interface FramesDeps extends Omit<FrameViewsDeps, "renderer"> {
  runs: Pick<Runs, "framesOf">;
  config: FrameViewsDeps["config"] & Pick<Config, "FRAME_RENDERS_WAITING">;
}

/**
 * A view (a chart, points or a profile) as text, and the run's reference to the stored frames from which the view was
 * made.
 */
export interface ShownFrames {
  frames: FramesOfRun;
  text: string;
}

/** The service that returns the frame times of captures, as points, charts and profiles. */
export type Frames = ReturnType<typeof createFrames>;

/**
 * The maximum time, in ms, that one query for a run delays the next query, and the maximum pause after a query. A query
 * normally takes a small part of this time.
 */
const THROTTLE_HOLD_MS = 100;

/**
 * The maximum number of attempts to make a view (a chart, points or a profile). An attempt fails if the run's file is
 * read again between two queries, because the earlier frame series of the run is then removed.
 */
const MAX_TRIES = 3;

/** Creates the service that returns the frame times of runs. */
export function createFrames(deps: FramesDeps) {
  const renderer = createRenderer({ maxWaiting: deps.config.FRAME_RENDERS_WAITING });
  const views = createFrameViews({ ...deps, renderer });

  const throttle = createThrottledQueue(THROTTLE_HOLD_MS, { idleMs: idleOfEventLoop });

  const of = async (runId: string, view?: FrameView): Promise<FramesOfRun> => {
    const frames = await throttle.take(() => deps.runs.framesOf(runId, view?.kind));
    if (view?.kind === "channels" && frames.channelReference === null)
      throw new NotFoundError(reasonForNoChannels(frames));
    return frames;
  };

  return {
    /**
     * Returns the reference by which the frames of a run are found, without loading the frames.
     * @param view the view that is to be shown; needed only for the view of the channels (such as temperatures)
     * @throws NotFoundError whose message says why the run has no frames, or no channels
     */
    of,

    /**
     * Returns a view of the frames of a run: a chart, points or a profile. If the file of the run was read again after
     * the given reference was found, the view shows the frames of the later reading.
     * @throws NotFoundError if the run was deleted during the call; OverloadedError
     */
    show: async (given: FramesOfRun, view: FrameView): Promise<ShownFrames> => {
      let frames = given;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const text = await views.find(frames, view);
        if (text !== null) return { frames, text };
        frames = await of(frames.runId, view);
      }
      throw new Error(`the frame series that run ${given.runId} names is missing or incomplete`);
    },

    /** Ends the thread that makes charts, points and profiles of frames. */
    close: (): Promise<void> => renderer.close(),
  };
}

function reasonForNoChannels({ runId, channels }: FramesOfRun): string {
  return channels === null
    ? `Run ${runId} has no channels: an older version of the service read its file. Channels appear when the file is read again.`
    : `The file of run ${runId} records frame times only, and no sensors such as power or temperature.`;
}
