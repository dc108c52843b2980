import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** Settles or removes the frame series that a crash left unsettled; answers how many. May run any number of times. */
export type RemoveStraySeries = (before: Date, limit: number) => Promise<number>;

interface RemoveStraySeriesParts {
  series: FrameSeriesRepository;
  runs: RunsRepository;
}

/**
 * `before` has to lie further back than any worker may take from storing a series to naming it in the run: one that is
 * named later has lost its frames. An hour is ample, since the two writes follow each other.
 */
export function createRemoveStraySeries({ series, runs }: RemoveStraySeriesParts): RemoveStraySeries {
  return async (before, limit) => {
    const unsettled = await series.findUnsettled(before, limit);
    for (const key of unsettled) {
      const run = await runs.find(key.runId);
      if (run?.frame_series?.attempt === key.attempt) await series.settle(key);
      else await series.remove(key.runId, key.attempt);
    }
    return unsettled.length;
  };
}
