import type { Collection, Db } from "mongodb";
import type { ChannelFigures } from "../../readers/index.ts";
import { rankedFields, rankedRunOf, type RankedFields, type RankedRun } from "../model/ranked-run.ts";
import type { Run } from "../model/run.ts";

/** The number of runs that MongoDB sends in one batch. */
const BATCH = 200;

/** The index that finds the ranked runs of a benchmark and variant in the order in which they were ranked. */
export const publishedIndexes = [
  {
    key: { benchmark_id: 1, variant: 1, ranked_at: 1, _id: 1 },
    partialFilterExpression: { ranked_at: { $exists: true } },
  },
] as const;

/** A place in the order in which runs were ranked. Runs with equal times are in the order of their ids. */
export interface PlaceInOrder {
  rankedAt: Date;
  runId: string;
}

/** A ranked run with its figures. */
export interface PublishedRun extends RankedRun {
  ranked_at: Date;
  created_at: Date;
  metrics: object | null;
  channels: readonly Pick<ChannelFigures, "name" | "mean">[];
}

interface PublishedSelection {
  benchmarkId: number;
  variant: string | null;
  /**
   * The place, in the order in which runs were ranked, after which the published runs begin; null to begin with the
   * first run.
   */
  since: PlaceInOrder | null;
  /**
   * The time, in ms, after which a ranked run is published. A page of published runs leaves out runs that were ranked
   * more recently.
   */
  delayMs: number;
}

type PublishedFields = RankedFields & Pick<Run, "metrics" | "channels" | "created_at">;

const { "metrics.application": _application, ...fields } = rankedFields;
const publishedFields = {
  ...fields,
  metrics: 1,
  "channels.name": 1,
  "channels.mean": 1,
  created_at: 1,
} as const;

/** Creates the query for the runs that the open data publishes. */
export function createPublishedRuns(db: Db, runs: Collection<Run>) {
  return {
    /**
     * Yields the ranked runs of a benchmark and variant in the order in which they were ranked. At most some hundred
     * runs are in memory, and the cursor of MongoDB closes when the caller ends the iteration. The state of a run may
     * have changed since it was ranked.
     */
    streamPublished: async function* (selection: PublishedSelection): AsyncGenerator<PublishedRun> {
      const { benchmarkId, variant, since, delayMs } = selection;
      // Runs are ranked at times of MongoDB's clock, so the same clock decides which of them are too new to be
      // published.
      const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date };
      const ranked_at = {
        $gte: since?.rankedAt ?? new Date(0),
        $lt: new Date(localTime.getTime() - delayMs),
      };
      const found = runs
        .find({ benchmark_id: benchmarkId, variant, ranked_at })
        .project<PublishedFields>(publishedFields)
        .sort({ ranked_at: 1, _id: 1 })
        .batchSize(BATCH);
      for await (const run of found) {
        const published = publishedRunOf(run);
        if (published && (since === null || isAfter(published, since))) yield published;
      }
    },
  };
}

function publishedRunOf({ metrics, channels, created_at, ...run }: PublishedFields): PublishedRun | null {
  const { ranked_at, ...ranked } = rankedRunOf({ ...run, metrics });
  return ranked_at && { ...ranked, ranked_at, created_at, metrics, channels: channels ?? [] };
}

function isAfter({ ranked_at, run_id }: PublishedRun, { rankedAt, runId }: PlaceInOrder): boolean {
  const difference = ranked_at.getTime() - rankedAt.getTime();
  return difference === 0 ? run_id > runId : difference > 0;
}
