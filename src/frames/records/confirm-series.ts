import type { RunsRepository } from "../../benchmarks/index.ts";
import type { SeriesKey } from "../model/frame-series.ts";
import type { FrameSeriesRepository } from "./frame-series-repository.ts";

interface SettleDeps {
  runsRepository: Pick<RunsRepository, "find">;
  series: Pick<FrameSeriesRepository, "confirm" | "remove">;
}

/**
 * Marks a frame series, its overview (default chart and points) and its sensor channels (such as temperatures) as used
 * by their run, if the run references the frame times or the channels; otherwise removes all three.
 */
export async function confirmSeries({ runsRepository, series }: SettleDeps, key: SeriesKey): Promise<void> {
  const run = await runsRepository.find(key.runId);
  const tokens = [run?.frame_series?.fencing_token, run?.channel_series?.fencing_token];
  if (tokens.includes(key.fencingToken)) await series.confirm(key);
  else await series.remove(key);
}
