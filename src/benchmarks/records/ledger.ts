import type { Collection, Db } from "mongodb";
import type { Submission } from "../model/submission.ts";
import { pageOfAccount, type AccountPage } from "./run-filters.ts";

/**
 * The ledger: all accepted submissions. A submission stays stored after its runs and builds are deleted, because a
 * deleted run still counts against the account's monthly limit. Deleting an account removes its submissions.
 */
export type Ledger = ReturnType<typeof createLedger>;

/** The MongoDB options that leave out the bytes of small files. Only `ledger-contents.ts` reads these bytes. */
const withoutContents = { projection: { contents: 0 } } as const;

const submissionsOf = (db: Db): Collection<Submission> => db.collection("submissions");

/**
 * Creates the access to the ledger (all accepted submissions) in a database.
 * @param onRefund the function that is called for each refunded run
 */
export function createLedger(db: Db, onRefund: () => void = () => undefined) {
  const submissions = submissionsOf(db);
  return {
    /**
     * Stores a submission. The submission is accepted as soon as this write has succeeded.
     * @throws the duplicate key error of MongoDB's driver where a submission has the same id
     */
    insert: async (submission: Submission): Promise<void> => {
      await submissions.insertOne(submission);
    },

    find: (submissionId: string): Promise<Submission | null> =>
      submissions.findOne({ _id: submissionId }, withoutContents),

    /** Returns one page of the submissions of an account, in the order of their ids. */
    findOfAccount: (accountId: string, page: AccountPage): Promise<Submission[]> =>
      submissions
        .find(pageOfAccount(accountId, page), withoutContents)
        .sort({ _id: 1 })
        .limit(page.limit)
        .toArray(),

    /** Removes submissions whose account is being deleted. */
    remove: async (submissionIds: readonly string[]): Promise<void> => {
      await submissions.deleteMany({ _id: { $in: [...submissionIds] } });
    },

    ...createMarks(submissions),
    ...createPending(submissions),
    ...createCharges(submissions, onRefund),
  };
}

/** Creates the indexes of the collection of submissions. The function may be called repeatedly. */
export async function setUpLedger(db: Db): Promise<void> {
  await submissionsOf(db).createIndexes([
    { key: { runs_created: 1, created_at: 1 }, partialFilterExpression: { runs_created: false } },
    { key: { runs_created: 1, "runs.run_id": 1 }, partialFilterExpression: { runs_created: false } },
    { key: { runs_created: 1, build_id: 1, _id: 1 }, partialFilterExpression: { runs_created: false } },
    // The index by account and period covers the query that sums the units (runs) that an account is charged in a
    // month.
    { key: { account_id: 1, period: 1, _id: 1, charged: 1 } },
    { key: { created_at: 1, account_id: 1, period: 1 } },
    { key: { account_id: 1, _id: 1 } },
  ]);
}

/** The methods that record in submissions that their runs were created or deleted. */
function createMarks(submissions: Collection<Submission>) {
  return {
    /**
     * Marks a submission as finished, because all its runs are created. Does not mark it if a run that is not in
     * `deleted` was deleted, whatever the order of the recorded runs. Returns whether the submission is now marked.
     */
    markRunsCreated: async (submissionId: string, deleted: readonly string[]): Promise<boolean> => {
      const { matchedCount } = await submissions.updateOne(
        { _id: submissionId, deleted: { $not: { $elemMatch: { $nin: [...deleted] } } } },
        { $set: { runs_created: true } },
      );
      return matchedCount === 1;
    },

    /**
     * Marks submissions as finished, because all their runs are created. Does not mark submissions of which a run was
     * deleted.
     * @returns the ids of the deleted runs of the submissions that are not marked
     */
    markAllRunsCreated: async (submissionIds: readonly string[]): Promise<string[]> => {
      const ids = { $in: [...submissionIds] };
      const { matchedCount } = await submissions.updateMany(
        { _id: ids, deleted: [] },
        { $set: { runs_created: true } },
      );
      if (matchedCount === submissionIds.length) return [];
      const others = await submissions
        .find({ _id: ids, deleted: { $ne: [] } })
        .project<Pick<Submission, "deleted">>({ deleted: 1 })
        .toArray();
      return others.flatMap(({ deleted }) => deleted);
    },

    /** Records that runs of a submission are deleted, so that no sweep creates them again. */
    markRunsDeleted: async (submissionId: string, runIds: readonly string[]): Promise<void> => {
      await submissions.updateOne({ _id: submissionId }, { $addToSet: { deleted: { $each: [...runIds] } } });
    },
  };
}

/** The queries for pending submissions: those whose runs are still to be created. */
function createPending(submissions: Collection<Submission>) {
  return {
    /** Returns the submission of a run if the submission is pending (its runs are not created yet), else null. */
    findPendingOfRun: (runId: string): Promise<Submission | null> =>
      submissions.findOne({ runs_created: false, "runs.run_id": runId }, withoutContents),

    /**
     * Returns pending submissions (whose runs are not created yet) of a build, in the order of their ids, beginning
     * after `afterId`.
     */
    findPendingOfBuild: (buildId: number, afterId: string, limit: number): Promise<Submission[]> =>
      submissions
        .find({ runs_created: false, build_id: buildId, _id: { $gt: afterId } }, withoutContents)
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Returns how many submissions are pending: their runs are not created yet. */
    countPending: (): Promise<number> => submissions.countDocuments({ runs_created: false }),

    /** Returns pending submissions (whose runs are not created yet) that were stored before a given moment. */
    findPending: (before: Date, limit: number): Promise<Submission[]> =>
      submissions
        .find({ runs_created: false, created_at: { $lt: before } }, withoutContents)
        .limit(limit)
        .toArray(),
  };
}

/** The methods that read and refund the units (runs) that submissions charge to their accounts. */
function createCharges(submissions: Collection<Submission>, onRefund: () => void) {
  /**
   * Returns the sum of the units (runs) that an account is charged in a month, without the submissions in `without`.
   */
  const sumCharged = async (
    account_id: string,
    period: string,
    without: readonly string[],
  ): Promise<number> => {
    const [sum] = await submissions
      .aggregate<{ charged: number }>([
        { $match: { account_id, period, ...(without.length > 0 && { _id: { $nin: [...without] } }) } },
        { $group: { _id: null, charged: { $sum: "$charged" } } },
      ])
      .toArray();
    return sum?.charged ?? 0;
  };
  return {
    /**
     * Refunds a run, unless it was refunded before: the run no longer counts towards the account's monthly limit.
     * Returns the submission of the run, or null where it is not stored.
     */
    refund: async (submissionId: string, runId: string): Promise<Submission | null> => {
      const { modifiedCount } = await submissions.updateOne(
        { _id: submissionId, refunded: { $ne: runId } },
        { $push: { refunded: runId }, $inc: { charged: -1 } },
      );
      if (modifiedCount === 1) onRefund();
      return submissions.findOne({ _id: submissionId }, withoutContents);
    },

    sumCharged,

    /** Returns the charged units (runs) and the month of each of the given submissions that is stored. */
    chargedOf: async (
      submissionIds: readonly string[],
    ): Promise<{ submissionId: string; period: string; charged: number }[]> => {
      if (submissionIds.length === 0) return [];
      const stored = await submissions
        .find({ _id: { $in: [...submissionIds] } })
        .project<Pick<Submission, "_id" | "period" | "charged">>({ period: 1, charged: 1 })
        .toArray();
      return stored.map(({ _id, period, charged }) => ({ submissionId: _id, period, charged }));
    },

    ...createChargedAccounts(submissions),
  };
}

/** The query for the accounts that have submitted since a given moment. */
function createChargedAccounts(submissions: Collection<Submission>) {
  return {
    /**
     * Yields the accounts that have submitted since a given moment, each with the months in which the submissions
     * count.
     */
    findChargedSince: (moment: Date): AsyncIterable<{ account_id: string; period: string }> =>
      submissions.aggregate<{ account_id: string; period: string }>([
        { $match: { created_at: { $gte: moment } } },
        { $group: { _id: { account_id: "$account_id", period: "$period" } } },
        { $project: { _id: 0, account_id: "$_id.account_id", period: "$_id.period" } },
      ]),
  };
}
