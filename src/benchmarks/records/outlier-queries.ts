import type { Collection, Filter } from "mongodb";
import type { Message } from "../../readers/index.ts";
import { rankedFields, rankedRunOf, type RankedFields, type RankedRun } from "../model/ranked-run.ts";
import type { Run } from "../model/run.ts";
import { rankingDue } from "./ranking-queries.ts";

/** A run that is marked as an outlier. */
interface MarkedRun extends RankedRun {
  mark: NonNullable<Run["outlier_mark"]>;
}

/** Selects the runs of a build that the outlier check marks as outliers. */
interface OutlierSelection {
  buildId: number;
  category: string;
  /**
   * If present, selects only runs that are in exactly this number of categories: runs that state the settings of
   * `category` and no other settings.
   */
  categories?: number | undefined;
  /** Selects only runs whose value lies above or below a bound. */
  value: { $gt: number } | { $lt: number };
}

/** Matches complete runs about which no reviewer has decided. */
const undecided = { status: "complete", review: { $exists: false } } as const satisfies Filter<Run>;

/** The queries of the hourly check for outliers. */
export function createOutlierQueries(runs: Collection<Run>) {
  return {
    ...createUnmarkedQuery(runs),

    /**
     * Yields the runs that are marked as outliers, without runs about which a reviewer has decided or which are
     * unranked because of their file.
     */
    streamOutliers: async function* (): AsyncGenerator<MarkedRun> {
      // An index of `reviewIndexes` finds the runs that match this filter.
      const filter = { "outlier.detail": { $exists: true }, status: "complete", "review.decision": null };
      const marked = runs
        .find(filter as Filter<Run>)
        .project<RankedFields & Pick<Run, "outlier_mark">>({ ...rankedFields, outlier_mark: 1 });
      for await (const run of marked)
        if (run.outlier_mark && !run.unranked) yield { ...rankedRunOf(run), mark: run.outlier_mark };
    },

    /**
     * Marks ranked runs of a build as outliers, and marks them to be ranked again. Returns the number of marked runs.
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
        // Skip runs that are marked already: such a run keeps its mark, and is still to be ranked again.
        outlier_mark: { $exists: false },
        ...(categories !== undefined && { $and: [{ "ranking.categories": { $size: categories } }] }),
      };
      const change = { $set: { outlier, outlier_mark: mark, ...rankingDue } };
      return (await runs.updateMany(filter, change)).modifiedCount;
    },

    /**
     * Removes the outlier marks of runs about which no reviewer has decided, and marks the runs to be ranked again.
     * Returns the number of changed runs.
     */
    clearOutliers: async (runIds: readonly string[]): Promise<number> => {
      const change = {
        // Set null rather than remove the field: null records that the run was checked, so that the outlier check does
        // not mark the run again when the run is ranked.
        $set: { outlier: null, ...rankingDue },
        $unset: { outlier_mark: true as const },
      };
      return (await runs.updateMany({ _id: { $in: [...runIds] }, ...undecided }, change)).modifiedCount;
    },
  };
}

/** The query of the runs that stay when outliers are marked. */
function createUnmarkedQuery(runs: Collection<Run>) {
  return {
    /**
     * Returns the best value of a build's ranked runs in a category, without the runs that are marked as outliers and
     * not accepted by a reviewer; null where there is no other run.
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
