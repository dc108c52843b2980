import type {
  FrameSeries,
  FrameSeriesRepository,
  SeriesKey,
  SeriesReference,
} from "../records/frame-series-repository.ts";

interface Publication {
  repository: FrameSeriesRepository;
  key: SeriesKey;
  /** Null for a result without frames. */
  series: FrameSeries | null;
  at: Date;
  /** The one write that shows result and series together; false where the right to write it is lost. */
  write: (reference: SeriesReference | null) => Promise<boolean>;
}

/**
 * Stores a series, then writes the result that names it. Answers whether it was written; if not, nothing of the series
 * is left. What an error in between leaves is unsettled, so it is found.
 */
export async function publishSeries({ repository, key, series, at, write }: Publication): Promise<boolean> {
  if (!series) return write(null);
  const isWritten = await write(await repository.store(key, series, at));
  if (isWritten) await repository.settle(key);
  else await repository.remove(key.runId, key.attempt);
  return isWritten;
}
