import type { Collection, Db } from "mongodb";
import type { FrameOverview } from "../model/frame-overview.ts";
import type { SeriesKey } from "../model/frame-series.ts";

/**
 * The overview (default chart and points) of a series, the version of the renderer that made it, and when it was made.
 */
export interface MadeOverview {
  version: number;
  overview: FrameOverview;
  at: Date;
}

/**
 * The collection of the overviews (default chart and points) of frame series. `createFrameSeriesRepository` confirms
 * and removes overviews together with their series.
 */
export const overviewsOf = (db: Db): Collection<OverviewDocument> => db.collection("frame_overviews");

/** Creates the functions that store and find the overviews (default chart and points) of frame series in a database. */
export function createFrameOverviewRecords(db: Db) {
  const overviews = overviewsOf(db);
  return {
    /**
     * Stores the overview (default chart and points) of a frame series, marked as unconfirmed until the series is
     * confirmed, in place of the overviews of older versions of the renderer. If an overview of the same version is
     * stored already, that overview stays as it is.
     */
    store: async (
      { runId, fencingToken }: SeriesKey,
      { version, overview, at }: MadeOverview,
    ): Promise<void> => {
      const series = { run_id: runId, fencing_token: fencingToken };
      await overviews.updateOne(
        { _id: `${runId}-${fencingToken}-${version}` },
        { $setOnInsert: { ...series, renderer_version: version, ...overview, unconfirmed_since: at } },
        { upsert: true },
      );
      await overviews.deleteMany({ ...series, renderer_version: { $lt: version } });
    },

    /**
     * Returns the default chart or the default points that a version of the renderer has made of a frame series; null
     * if they are not stored.
     */
    find: async (
      { runId, fencingToken }: SeriesKey,
      version: number,
      part: keyof FrameOverview,
    ): Promise<string | null> => {
      const found = await overviews.findOne(
        { _id: `${runId}-${fencingToken}-${version}` },
        { projection: { [part]: 1 } },
      );
      return found?.[part] ?? null;
    },
  };
}

/** Creates the indexes of the collection of overviews of frame series. The function is idempotent. */
export async function setUpFrameOverviews(db: Db): Promise<void> {
  await overviewsOf(db).createIndexes([
    { key: { run_id: 1, fencing_token: 1 } },
    { key: { unconfirmed_since: 1 }, sparse: true },
  ]);
}

interface OverviewDocument extends FrameOverview {
  _id: string;
  run_id: string;
  fencing_token: number;
  renderer_version: number;
  /**
   * The time at which the default chart and points were stored; absent once its series is confirmed (known to be
   * referenced by its run).
   */
  unconfirmed_since?: Date;
}
