import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface OrphanedSeriesDeps {
  series: FrameSeriesRepository;
  runs: RunsRepository;
}

/**
 * Confirms or removes the frame series that a crash left unconfirmed. Returns how many. May run any number of times.
 * @param before has to lie further back than any worker may take from storing a series to naming it in the run: a series that
 * is named later has lost its frames. An hour is ample, since the two writes follow each other.
 */
export async function removeOrphanedSeries(
  { series, runs }: OrphanedSeriesDeps,
  before: Date,
  limit: number,
): Promise<number> {
  const unconfirmed = await series.findUnconfirmed(before, limit);
  for (const key of unconfirmed) {
    const run = await runs.find(key.runId);
    if (run?.frame_series?.fencing_token === key.fencingToken) await series.confirm(key);
    else await series.remove(key.runId, key.fencingToken);
  }
  return unconfirmed.length;
}
