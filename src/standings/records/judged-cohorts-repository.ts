import type { Collection, Db } from "mongodb";
import type { CohortName } from "../ranks/rank-reads.ts";
import type { Spread } from "../model/outlier.ts";
import { courtNameOf } from "../model/cohort.ts";

/** A cohort by which scores are judged, as it was when all of it was last looked at. */
export interface JudgedCohort {
  /** `<category>:<cohort>`. */
  _id: string;
  category: string;
  cohort: string;
  benchmark_id: number;
  /** Whether it has ever had enough entries to judge by. */
  is_established: boolean;
  /** Null until it was looked at. */
  spread: Spread | null;
  /** Present while the cohort has to be looked at again. Each change that asks for it gives another id. */
  due?: string;
}

/** The collection of cohorts by which scores are judged. */
export type JudgedCohortsRepository = ReturnType<typeof createJudgedCohortsRepository>;

const cohortsOf = (db: Db): Collection<JudgedCohort> => db.collection("judged_cohorts");

/** Creates the repository. */
export function createJudgedCohortsRepository(db: Db) {
  const cohorts = cohortsOf(db);
  return {
    find: (name: CohortName): Promise<JudgedCohort | null> => cohorts.findOne({ _id: courtNameOf(name) }),

    /** Asks that a cohort be looked at. @param fields.due a new id */
    markDue: async (
      name: CohortName,
      {
        benchmark_id,
        is_established,
        due,
      }: Required<Pick<JudgedCohort, "benchmark_id" | "is_established" | "due">>,
    ): Promise<void> => {
      const { category, cohort } = name;
      await cohorts.updateOne(
        { _id: courtNameOf(name) },
        { $set: { due, is_established }, $setOnInsert: { category, cohort, benchmark_id, spread: null } },
        { upsert: true },
      );
    },

    /** Notes that a cohort was looked at as it was then, unless it has changed again since. */
    noteJudged: async ({ _id, due }: JudgedCohort, spread: Spread): Promise<void> => {
      if (due !== undefined)
        await cohorts.updateOne({ _id, due }, { $set: { spread }, $unset: { due: true } });
    },

    /** Removes the cohorts of a category that has no entry any more. */
    removeOf: async (category: string): Promise<void> => {
      // No id of a category has a colon, and `;` is the character behind it.
      await cohorts.deleteMany({ _id: { $gte: `${category}:`, $lt: `${category};` } });
    },

    /** Returns the next cohort that has to be looked at, behind another; null where there is none. */
    findDue: (after: JudgedCohort | null): Promise<JudgedCohort | null> =>
      cohorts.findOne({ due: { $exists: true }, _id: { $gt: after?._id ?? "" } }, { sort: { _id: 1 } }),
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpJudgedCohorts(db: Db): Promise<void> {
  await cohortsOf(db).createIndexes([
    { key: { _id: 1, due: 1 }, partialFilterExpression: { due: { $exists: true } } },
  ]);
}
