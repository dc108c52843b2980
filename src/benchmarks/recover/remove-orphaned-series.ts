import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface OrphanedSeriesDeps {
  series: FrameSeriesRepository;
  runs: RunsRepository;
}

/**
 * Checks unconfirmed frame series that were stored before a moment: confirms a series that its run references, and removes any
 * other. Returns how many it checked. May run any number of times.
 * @param before has to be earlier than the time that a worker needs between storing a series and referencing it in its run;
 * otherwise the run would reference a removed series. The two writes follow each other, so an hour ago is early enough.
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
