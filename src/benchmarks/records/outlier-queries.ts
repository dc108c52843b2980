import type { Collection, Filter } from "mongodb";
import type { Message } from "../../readers/index.ts";
import { rankedFields, rankedRunOf, type RankedFields, type RankedRun } from "../model/ranked-run.ts";
import type { Run } from "../model/run.ts";
import { rankingDue } from "./ranking-queries.ts";

/** A run that the outlier check has marked as an outlier. */
interface MarkedRun extends RankedRun {
  mark: NonNullable<Run["outlier_mark"]>;
}

/** Selects the runs of a build that the outlier check marks as outliers. */
interface OutlierSelection {
  buildId: number;
  category: string;
  /**
   * If present, selects only runs that are ranked in exactly this number of categories (benchmark, variant and
   * settings): the runs that state the settings of `category` and no other settings.
   */
  categories?: number | undefined;
  /** Selects only runs whose value in a ranking lies above or below a bound. */
  value: { $gt: number } | { $lt: number };
}

/** Matches complete runs about which no reviewer has decided. */
const undecided = { status: "complete", review: { $exists: false } } as const satisfies Filter<Run>;

/** Creates the queries of the hourly check for outliers. */
export function createOutlierQueries(runs: Collection<Run>) {
  return {
    ...createUnmarkedQuery(runs),

    /**
     * Yields the runs that are marked as outliers. Leaves out runs about which a reviewer has decided, and runs that
     * are unranked because of their file.
     */
    streamOutliers: async function* (): AsyncGenerator<MarkedRun> {
      // An index of `reviewIndexes` serves the query for outliers about which no reviewer has decided.
      const filter = { "outlier.detail": { $exists: true }, status: "complete", "review.decision": null };
      const marked = runs
        .find(filter as Filter<Run>)
        .project<RankedFields & Pick<Run, "outlier_mark">>({ ...rankedFields, outlier_mark: 1 });
      for await (const run of marked)
        if (run.outlier_mark && !run.unranked) yield { ...rankedRunOf(run), mark: run.outlier_mark };
    },

    /**
     * Marks the given ranked runs of a build as outliers, and queues them, so that the next update takes them out of
     * the rankings. Returns the number of marked runs.
     */
    markOutliers: async (
      { buildId, category, categories, value }: OutlierSelection,
      { outlier, mark }: { outlier: Message; mark: NonNullable<Run["outlier_mark"]> },
    ): Promise<number> => {
      const filter: Filter<Run> = {
        build_id: buildId,
        "ranking.categories": category,
        "ranking.value": value,
        ...undecided,
        // Skip runs that are marked as outliers already, because a marked run keeps its first mark.
        outlier_mark: { $exists: false },
        ...(categories !== undefined && { $and: [{ "ranking.categories": { $size: categories } }] }),
      };
      const change = { $set: { outlier, outlier_mark: mark, ...rankingDue } };
      return (await runs.updateMany(filter, change)).modifiedCount;
    },

    /**
     * Removes the outlier marks of runs about which no reviewer has decided, so that the runs are ranked again. Returns
     * the number of changed runs.
     */
    clearOutliers: async (runIds: readonly string[]): Promise<number> => {
      const change = {
        // Set `outlier` to null instead of removing it. Null records that the run was checked, so that ranking the run
        // does not mark it as an outlier again.
        $set: { outlier: null, ...rankingDue },
        $unset: { outlier_mark: true as const },
      };
      return (await runs.updateMany({ _id: { $in: [...runIds] }, ...undecided }, change)).modifiedCount;
    },
  };
}

/** Creates the query for the runs of a build that are not marked as outliers. */
function createUnmarkedQuery(runs: Collection<Run>) {
  return {
    /**
     * Returns the best value of a build's ranked runs in a category (benchmark, variant and settings). Leaves out runs
     * that are marked as outliers and not accepted by a reviewer; null if all ranked runs are left out.
     */
    findBestUnmarked: async (buildId: number, category: string): Promise<number | null> => {
      const best = await runs
        .find({
          build_id: buildId,
          "ranking.categories": category,
          "ranking.value": { $exists: true },
          $or: [{ outlier_mark: { $exists: false } }, { "review.decision": "accepted" }],
        })
        .project<Pick<Run, "ranking">>({ ranking: 1 })
        .sort({ "ranking.value": -1 })
        .limit(1)
        .next();
      return best?.ranking?.value ?? null;
    },
  };
}
