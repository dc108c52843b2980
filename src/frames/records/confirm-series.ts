import type { RunsRepository } from "../../benchmarks/index.ts";
import type { SeriesKey } from "../model/frame-series.ts";
import type { FrameSeriesRepository } from "./frame-series-repository.ts";

interface SettleDeps {
  runsRepository: Pick<RunsRepository, "find">;
  series: Pick<FrameSeriesRepository, "confirm" | "remove">;
}

/** Confirms a series and its overview if the run references the series; otherwise removes both. */
export async function confirmSeries({ runsRepository, series }: SettleDeps, key: SeriesKey): Promise<void> {
  const run = await runsRepository.find(key.runId);
  if (run?.frame_series?.fencing_token === key.fencingToken) await series.confirm(key);
  else await series.remove(key);
}
