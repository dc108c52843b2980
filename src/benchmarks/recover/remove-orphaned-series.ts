import { finishEach } from "../../infra/sweep.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { settleSeries } from "../records/settle-series.ts";

interface OrphanedSeriesDeps {
  series: FrameSeriesRepository;
  runsRepository: RunsRepository;
}

/**
 * Checks unconfirmed frame series that were stored before a moment: confirms a series that its run references, and removes any
 * other. Returns how many it checked. May run any number of times.
 * @param before must lie further in the past than a worker needs from storing a series to referencing it in the run; otherwise a
 * run could reference a removed series. The one write follows the other at once, so one hour is ample.
 */
export async function removeOrphanedSeries(
  { series, runsRepository }: OrphanedSeriesDeps,
  before: Date,
  limit: number,
): Promise<number> {
  return finishEach(await series.findUnconfirmed(before, limit), (key) =>
    settleSeries({ runsRepository, series }, key),
  );
}
