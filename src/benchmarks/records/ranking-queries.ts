import type { Collection, Filter, UpdateFilter } from "mongodb";
import type { FrameMetrics, Message } from "../../readers/index.ts";
import { rankedFields, rankedRunOf, type RankedFields, type RankedRun } from "../model/ranked-run.ts";
import { rankedSettingsOf } from "../model/run-settings.ts";
import type { Run, RunRanking } from "../model/run.ts";

/**
 * The fields that mark a run to be ranked again. Every write that may change whether or how a run is ranked sets them.
 */
export const rankingDue = { ranking_due: true, ranking_step: null } as const;

/**
 * Matches those runs being deleted that no ranking contains: runs whose deletion the rankings have taken into account,
 * and runs that were never ranked and that no job step has claimed to rank them. A claimed run does not match: the step
 * may have read the run already, and must still find its document at the end.
 */
export const outsideRanking = [
  { ranking_due: { $exists: false } },
  { ranking_step: null, ranking: { $exists: false }, ranking_was: { $exists: false } },
] as const satisfies readonly Filter<Run>[];

const isDue = { ranking_due: true } as const;

/**
 * The indexes that `createRankingQueries` needs. The indexes let a query examine only the runs that it returns, even if
 * the build has many other runs.
 */
export const rankingIndexes = [
  { key: { ranking_due: 1, build_id: 1, benchmark_id: 1 }, partialFilterExpression: isDue },
  {
    key: {
      build_id: 1,
      "ranking.categories": 1,
      "ranking.value": -1,
      created_at: 1,
      submission_id: 1,
      sequence: 1,
    },
    partialFilterExpression: { "ranking.value": { $exists: true } },
  },
] as const;

/**
 * Selects the runs that one step of a ranking job ranks: runs of a build, of one benchmark or of all benchmarks, or
 * only those with certain ids.
 */
interface DueSelection {
  buildId: number;
  benchmarkId?: number | undefined;
  runIds?: readonly string[] | undefined;
  limit: number;
}

/** What a step of a ranking job has decided about a run. */
interface RankingMark {
  run_id: string;
  ranking: RunRanking | null;
  /** The ids of all categories (benchmark, variant and settings) whose rankings may contain the run. */
  was: readonly string[];
  /**
   * If the ranking job marks the run as an outlier, the text that says that the score is far better than all others;
   * else null.
   */
  outlier: Message | null;
  /**
   * How rankings contain the run after the step of the ranking job: unchanged (`kept`), with another ranking or for the
   * first time (`new`), or not at all (`none`).
   */
  place: "kept" | "new" | "none";
}

/** The queries that update the ranking after changes of runs. */
export function createRankingQueries(runs: Collection<Run>) {
  return {
    ...createRankingSteps(runs),
    ...createRunCounts(runs),
    ...createRankableQueries(runs),

    /**
     * Returns a build's best run in a category (benchmark, variant and settings); of equal runs, the earliest. Null
     * where no run of the build is ranked in the category.
     */
    findBestRanked: async (buildId: number, category: string) => {
      const best = await runs
        .find({ build_id: buildId, "ranking.categories": category, "ranking.value": { $exists: true } })
        .project<Pick<Run, "_id" | "score" | "ranking" | "created_at">>({
          score: 1,
          ranking: 1,
          created_at: 1,
        })
        .sort({ "ranking.value": -1, created_at: 1, submission_id: 1, sequence: 1 })
        .limit(1)
        .next();
      if (!best?.ranking || best.score === null) return null;
      return {
        run_id: best._id,
        score: best.score,
        value: best.ranking.value,
        created_at: best.created_at,
      };
    },

    /** Returns the id of the first build after `after` with runs still to be ranked; null if there is none. */
    findBuildWithRankingDue: async (after: number | null): Promise<number | null> => {
      const behind = after === null ? {} : { build_id: { $gt: after } };
      const options = { sort: { build_id: 1 }, projection: { build_id: 1 } } as const;
      return (await runs.findOne({ ...isDue, ...behind }, options))?.build_id ?? null;
    },

    /**
     * Marks all runs of a build to be ranked again, and removes the times at which they were ranked. A client that
     * reads runs in the order of these times may have passed the old times while the build was hidden.
     */
    markBuildForRanking: async (buildId: number): Promise<void> => {
      await runs.updateMany({ build_id: buildId }, { $set: rankingDue, $unset: { ranked_at: true } });
    },

    /**
     * Marks runs to be ranked again, in the order of their ids, and returns them.
     * @param after the id of the run after which to begin; "" to begin with the first run
     */
    markForRanking: async (after: string, limit: number): Promise<{ _id: string; build_id: number }[]> => {
      const found = await runs
        .find({ _id: { $gt: after } }, { projection: { build_id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      await runs.updateMany({ _id: { $in: found.map(({ _id }) => _id) } }, { $set: rankingDue });
      return found;
    },
  };
}

/** The MongoDB projection that selects the fields of a run of a game that a ranking shows. */
const shownInRankings = { settings: 1, recorded_on: 1, "metrics.low_1_fps": 1 } as const;

/** Creates the queries for the fields of runs that rankings need. */
function createRankableQueries(runs: Collection<Run>) {
  return {
    /** Returns the fields of a run that its ranking needs; null where the run does not exist. */
    findRankable: async (runId: string): Promise<RankedRun | null> => {
      const found = await runs.findOne<RankedFields>({ _id: runId }, { projection: rankedFields });
      return found && rankedRunOf(found);
    },

    /** Returns the fields that rankings show for each of the given runs of games that exists, in any order. */
    findShownInRankings: async (runIds: readonly string[]) => {
      const found = await runs
        .find({ _id: { $in: [...runIds] } })
        .project<Pick<Run, "_id" | "settings" | "recorded_on" | "metrics">>(shownInRankings)
        .toArray();
      return found.map((run) => {
        const { low_1_fps = null } = (run.metrics ?? {}) as Partial<FrameMetrics>;
        return { run_id: run._id, settings: rankedSettingsOf(run), low_1_fps };
      });
    },
  };
}

/** Creates the queries that count runs. */
function createRunCounts(runs: Collection<Run>) {
  return {
    /** Returns how many runs are still to be ranked; `limit` where there are more. */
    countRankingDue: (limit: number): Promise<number> => runs.countDocuments(isDue, { limit }),

    /** Returns the approximate number of all runs. */
    countRoughly: (): Promise<number> => runs.estimatedDocumentCount(),
  };
}

function updateOf({ ranking, was, outlier, place }: RankingMark): UpdateFilter<Run> {
  const removed = {
    ...(!ranking && { ranking: true as const }),
    ...(place === "none" && { ranked_at: true as const }),
  };
  return {
    $set: {
      ranking_was: [...was],
      ...(ranking && { ranking }),
      ...(outlier && { outlier, outlier_mark: { by: "category" as const } }),
    },
    // The time at which the run is ranked comes from MongoDB, so that the order of runs does not depend on the clocks
    // of several processes.
    ...(place === "new" && { $currentDate: { ranked_at: true as const } }),
    ...(Object.keys(removed).length > 0 && { $unset: removed }),
  };
}

/** Creates the writes of a step of a ranking job. Each step ranks some runs of a build. */
function createRankingSteps(runs: Collection<Run>) {
  return {
    /**
     * Claims runs for a step of a ranking job, even if another step has claimed them, and returns the runs as they are
     * after the claim. Later writes of the step skip each run that has changed, or that another step has claimed, in
     * the meantime.
     * @returns `isLast`: whether the search has found all selected runs, because they were fewer than `limit`
     */
    claimRankingDue: async (
      stepId: string,
      selection: DueSelection,
    ): Promise<{ due: RankedRun[]; isLast: boolean }> => {
      const { buildId, benchmarkId, runIds, limit } = selection;
      const selected = {
        ...isDue,
        build_id: buildId,
        ...(benchmarkId !== undefined && { benchmark_id: benchmarkId }),
        ...(runIds && { _id: { $in: [...runIds] } }),
      };
      const found = await runs
        .find(selected, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      const isLast = found.length < limit;
      if (found.length === 0) return { due: [], isLast };
      const ids = { $in: found.map(({ _id }) => _id) };
      await runs.updateMany({ _id: ids, ...isDue }, { $set: { ranking_step: stepId } });
      const claimed = runs.find({ _id: ids, ranking_step: stepId }).project<RankedFields>(rankedFields);
      return { due: (await claimed.toArray()).map(rankedRunOf), isLast };
    },

    /** Stores what a step of a ranking job has decided about the runs that it has claimed. */
    recordRankings: async (stepId: string, notes: readonly RankingMark[]): Promise<void> => {
      const writes = notes.map((note) => ({
        updateOne: { filter: { _id: note.run_id, ranking_step: stepId }, update: updateOf(note) },
      }));
      if (writes.length > 0) await runs.bulkWrite(writes, { ordered: false });
    },

    /**
     * Records that the rankings contain the latest state of runs that a step of a ranking job has claimed. Returns the
     * number of the claimed runs that have not changed and were not claimed by another step since.
     */
    clearRankingDue: async (stepId: string, runIds: readonly string[]): Promise<number> => {
      const filter = { _id: { $in: [...runIds] }, ranking_step: stepId };
      const told = { $unset: { ranking_due: true, ranking_step: true, ranking_was: true } } as const;
      return (await runs.updateMany(filter, told)).matchedCount;
    },
  };
}
