import type { FrameSeries, SeriesKey, SeriesReference } from "../model/frame-series.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";

interface Publication {
  key: SeriesKey;
  /** Null for a result without frames. */
  series: FrameSeries | null;
  at: Date;
  /** The one write that shows result and series together; false where the claim is lost. */
  write: (reference: SeriesReference | null) => Promise<boolean>;
}

/**
 * Stores a series, then writes the result that names it. Returns whether the result was written; if not, nothing of the series
 * is left. What an error in between leaves is unconfirmed, so a sweep finds it.
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
