import type { Collection, Db } from "mongodb";
import type { Submission } from "../model/submission.ts";

/** The submissions. The ledger outlives their runs and builds, since deleting a run gives nothing back. */
export type Ledger = ReturnType<typeof createLedger>;

const submissionsOf = (db: Db): Collection<Submission> => db.collection("submissions");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpLedger(db: Db): Promise<void> {
  await submissionsOf(db).createIndexes([
    { key: { runs_created: 1, created_at: 1 }, partialFilterExpression: { runs_created: false } },
    { key: { runs_created: 1, "runs.run_id": 1 }, partialFilterExpression: { runs_created: false } },
    { key: { period: 1, account_id: 1 } },
  ]);
}

/** The ledger of a database. */
export function createLedger(db: Db) {
  const submissions = submissionsOf(db);
  return {
    /** Stores a submission: its commit point. */
    insert: async (submission: Submission): Promise<void> => {
      await submissions.insertOne(submission);
    },

    find: (submissionId: string): Promise<Submission | null> => submissions.findOne({ _id: submissionId }),

    /**
     * Marks a submission as finished, unless other runs of it are deleted by now than those that are named.
     * @returns whether it was marked
     */
    markRunsCreated: async (submissionId: string, deleted: readonly string[]): Promise<boolean> => {
      const { matchedCount } = await submissions.updateOne(
        { _id: submissionId, deleted: [...deleted] },
        { $set: { runs_created: true } },
      );
      return matchedCount === 1;
    },

    /** Keeps a run from being created again. */
    markRunDeleted: async (submissionId: string, runId: string): Promise<void> => {
      await submissions.updateOne({ _id: submissionId }, { $addToSet: { deleted: runId } });
    },

    ...createPending(submissions),
    ...createCharges(submissions),
  };
}

/** The submissions whose runs are still to be created. */
function createPending(submissions: Collection<Submission>) {
  return {
    /** Returns the pending submission whose runs this one belongs to, or null. */
    findPendingOfRun: (runId: string): Promise<Submission | null> =>
      submissions.findOne({ runs_created: false, "runs.run_id": runId }),

    /** Returns the submissions of a build whose runs are still to be created. */
    findPendingOfBuild: (buildId: number): Promise<Submission[]> =>
      submissions.find({ runs_created: false, build_id: buildId }).toArray(),

    /** Returns submissions, stored before a moment, whose runs are still to be created. */
    findPending: (before: Date, limit: number): Promise<Submission[]> =>
      submissions
        .find({ runs_created: false, created_at: { $lt: before } })
        .limit(limit)
        .toArray(),
  };
}

/** What the submissions charge to their accounts. */
function createCharges(submissions: Collection<Submission>) {
  return {
    /** Gives the unit of a run back, once. Returns the submission, or null where there is none. */
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

    /** Returns the sum of the units that an account's submissions of a period hold, leaving some submissions out. */
    sumCharged: async (accountId: string, period: string, without: readonly string[]): Promise<number> => {
      const [sum] = await submissions
        .aggregate<{ charged: number }>([
          { $match: { account_id: accountId, period, _id: { $nin: [...without] } } },
          { $group: { _id: null, charged: { $sum: "$charged" } } },
        ])
        .toArray();
      return sum?.charged ?? 0;
    },
  };
}
