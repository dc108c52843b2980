import type { FrameSeries, SeriesKey, SeriesReference } from "../model/frame-series.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";

interface Publication {
  key: SeriesKey;
  /** Null for a file without frames. */
  series: FrameSeries | null;
  at: Date;
  /** Writes the result and the reference to its series at once. Resolves with false where the claim is lost. */
  write: (reference: SeriesReference | null) => Promise<boolean>;
}

/**
 * Stores a series, writes the result that references it, and confirms the series. Where the claim is lost, removes the series and
 * returns false. After an error the series stays unconfirmed, and a sweep confirms or removes it.
 */
export async function publishSeries(
  repository: FrameSeriesRepository,
  { key, series, at, write }: Publication,
): Promise<boolean> {
  if (!series) return write(null);
  const isWritten = await write(await repository.store(key, series, at));
  if (isWritten) await repository.confirm(key);
  else await repository.remove(key.runId, key.fencingToken);
  return isWritten;
}
