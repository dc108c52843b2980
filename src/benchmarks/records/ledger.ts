import type { Collection, Db, Filter } from "mongodb";
import type { Submission } from "../model/submission.ts";
import { pageOfAccount, type AccountPage } from "./run-filters.ts";

/**
 * All accepted submissions. They are kept after their runs and builds are deleted, because a deleted run still counts against
 * the account's monthly limit. They go when the account is deleted.
 */
export type Ledger = ReturnType<typeof createLedger>;

const submissionsOf = (db: Db): Collection<Submission> => db.collection("submissions");

/** Creates the ledger over the submissions in a database. */
export function createLedger(db: Db) {
  const submissions = submissionsOf(db);
  return {
    /** Stores a submission: this is its commit point. @throws the driver's duplicate key error where its id is stored already */
    insert: async (submission: Submission): Promise<void> => {
      await submissions.insertOne(submission);
    },

    find: (submissionId: string): Promise<Submission | null> => submissions.findOne({ _id: submissionId }),

    /**
     * Marks a submission as finished, unless its deleted runs have become others than `deleted`. Returns whether it marked the
     * submission.
     */
    markRunsCreated: async (submissionId: string, deleted: readonly string[]): Promise<boolean> => {
      const { matchedCount } = await submissions.updateOne(
        { _id: submissionId, deleted: [...deleted] },
        { $set: { runs_created: true } },
      );
      return matchedCount === 1;
    },

    /** Notes that runs of a submission are deleted, so that they are never created again. */
    markRunsDeleted: async (submissionId: string, runIds: readonly string[]): Promise<void> => {
      await submissions.updateOne({ _id: submissionId }, { $addToSet: { deleted: { $each: [...runIds] } } });
    },

    /** Returns submissions of an account. */
    findOfAccount: (accountId: string, page: AccountPage): Promise<Submission[]> =>
      submissions.find(pageOfAccount(accountId, page)).sort({ _id: 1 }).limit(page.limit).toArray(),

    /** Removes submissions, because their account is deleted. */
    remove: async (submissionIds: readonly string[]): Promise<void> => {
      await submissions.deleteMany({ _id: { $in: [...submissionIds] } });
    },

    ...createPending(submissions),
    ...createCharges(submissions),
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpLedger(db: Db): Promise<void> {
  await submissionsOf(db).createIndexes([
    { key: { runs_created: 1, created_at: 1 }, partialFilterExpression: { runs_created: false } },
    { key: { runs_created: 1, "runs.run_id": 1 }, partialFilterExpression: { runs_created: false } },
    { key: { runs_created: 1, build_id: 1, _id: 1 }, partialFilterExpression: { runs_created: false } },
    { key: { period: 1, account_id: 1 } },
    { key: { account_id: 1, _id: 1 } },
  ]);
}

/** The queries for pending submissions, whose runs are still to be created. */
function createPending(submissions: Collection<Submission>) {
  return {
    /** Returns the pending submission of a run, or null. */
    findPendingOfRun: (runId: string): Promise<Submission | null> =>
      submissions.findOne({ runs_created: false, "runs.run_id": runId }),

    /** Returns pending submissions of a build, in the order of their ids, beginning behind `afterId`. */
    findPendingOfBuild: (buildId: number, afterId: string, limit: number): Promise<Submission[]> =>
      submissions
        .find({ runs_created: false, build_id: buildId, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Returns pending submissions that were stored before a moment. */
    findPending: (before: Date, limit: number): Promise<Submission[]> =>
      submissions
        .find({ runs_created: false, created_at: { $lt: before } })
        .limit(limit)
        .toArray(),
  };
}

/** The methods over the units that submissions charge to their accounts. */
function createCharges(submissions: Collection<Submission>) {
  const sumOf = async (match: Filter<Submission>): Promise<number> => {
    const [sum] = await submissions
      .aggregate<{ charged: number }>([
        { $match: match },
        { $group: { _id: null, charged: { $sum: "$charged" } } },
      ])
      .toArray();
    return sum?.charged ?? 0;
  };
  return {
    /** Gives the unit of a run back, unless it was given back before. Returns the submission, or null where there is none. */
    refund: async (submissionId: string, runId: string): Promise<Submission | null> => {
      await submissions.updateOne(
        { _id: submissionId, refunded: { $ne: runId } },
        { $push: { refunded: runId }, $inc: { charged: -1 } },
      );
      return submissions.findOne({ _id: submissionId });
    },

    /** Returns the accounts that have submissions in a period. */
    findAccountsOf: (period: string): AsyncIterable<{ account_id: string }> =>
      submissions.aggregate<{ account_id: string }>([
        { $match: { period } },
        { $group: { _id: "$account_id" } },
        { $project: { _id: 0, account_id: "$_id" } },
      ]),

    /** Returns the sum of the units that an account was charged in a period, not counting the submissions in `without`. */
    sumCharged: (accountId: string, period: string, without: readonly string[]): Promise<number> =>
      sumOf({ account_id: accountId, period, _id: { $nin: [...without] } }),

    /** Returns the sum of the units that an account was charged in a period by finished submissions. */
    sumFinished: (accountId: string, period: string): Promise<number> =>
      sumOf({ account_id: accountId, period, runs_created: true }),
  };
}
