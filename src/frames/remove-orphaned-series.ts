import type { RunsRepository } from "../benchmarks/index.ts";
import type { Config } from "../config.ts";
import type { Clock } from "../infra/clock.ts";
import { finishEach, type Sweep } from "../infra/sweep.ts";
import type { FrameSeriesRepository } from "./records/frame-series-repository.ts";
import { confirmSeries } from "./records/confirm-series.ts";

interface OrphanedSeriesDeps {
  series: FrameSeriesRepository;
  runsRepository: Pick<RunsRepository, "find">;
}

type SeriesSweepDeps = OrphanedSeriesDeps & { clock: Clock; config: Pick<Config, "UPLOAD_AGE_MS"> };

/** The maximum number of frame series that one round of the sweep checks. The next round checks further series. */
const BATCH = 200;

/** Creates the sweep that removes frame series which no run references. */
export function createSeriesSweep(deps: SeriesSweepDeps): Sweep {
  const { clock, config } = deps;
  return {
    name: "orphaned frame series",
    run: () => removeOrphanedSeries(deps, new Date(clock().getTime() - config.UPLOAD_AGE_MS), BATCH),
  };
}

/**
 * Checks unconfirmed frame series that were stored before a moment: confirms a series that its run references, and
 * removes every other series. Returns the number of checked series. The function is idempotent.
 * @param before must be further in the past than the time that a worker needs from storing a series to referencing it
 * in the run; otherwise a run could reference a removed series. The worker writes the reference immediately after the
 * series, so one hour ago is early enough.
 */
export async function removeOrphanedSeries(
  { series, runsRepository }: OrphanedSeriesDeps,
  before: Date,
  limit: number,
): Promise<number> {
  return finishEach(await series.findUnconfirmed(before, limit), (key) =>
    confirmSeries({ runsRepository, series }, key),
  );
}
