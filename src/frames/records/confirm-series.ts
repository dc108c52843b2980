import type { RunsRepository } from "../../benchmarks/index.ts";
import type { SeriesKey } from "../model/frame-series.ts";
import type { FrameSeriesRepository } from "./frame-series-repository.ts";

interface SettleDeps {
  runsRepository: Pick<RunsRepository, "find">;
  series: Pick<FrameSeriesRepository, "confirm" | "remove">;
}

/**
 * Confirms a frame series, its overview (default chart and points) and its channels (such as temperatures), if the run
 * references the frame series or the channels; otherwise removes all three.
 */
export async function confirmSeries({ runsRepository, series }: SettleDeps, key: SeriesKey): Promise<void> {
  const run = await runsRepository.find(key.runId);
  const tokens = [run?.frame_series?.fencing_token, run?.channel_series?.fencing_token];
  if (tokens.includes(key.fencingToken)) await series.confirm(key);
  else await series.remove(key);
}
