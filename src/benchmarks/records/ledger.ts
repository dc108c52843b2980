import type { Collection, Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import type { Submission } from "../model/submission.ts";
import { createChargeSums, setUpChargeSums, type ChargeSums } from "./charge-sums.ts";
import { pageOfAccount, type AccountPage } from "./run-filters.ts";

/**
 * All accepted submissions. They are kept after their runs and builds are deleted, because a deleted run still counts against
 * the account's monthly limit. They go when the account is deleted.
 */
export type Ledger = ReturnType<typeof createLedger>;

const submissionsOf = (db: Db): Collection<Submission> => db.collection("submissions");

/**
 * Creates the ledger over the submissions in a database.
 * @param onRefund is told of each unit that was given back
 */
export function createLedger(db: Db, clock: Clock, onRefund: () => void = () => undefined) {
  const submissions = submissionsOf(db);
  const sums = createChargeSums(db, clock);
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
    ...createCharges(submissions, onRefund),
    ...createSums(submissions, sums),
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpLedger(db: Db): Promise<void> {
  await submissionsOf(db).createIndexes([
    { key: { runs_created: 1, created_at: 1 }, partialFilterExpression: { runs_created: false } },
    { key: { runs_created: 1, "runs.run_id": 1 }, partialFilterExpression: { runs_created: false } },
    { key: { runs_created: 1, build_id: 1, _id: 1 }, partialFilterExpression: { runs_created: false } },
    { key: { runs_created: 1, account_id: 1 }, partialFilterExpression: { runs_created: false } },
    { key: { account_id: 1, period: 1, charge_number: -1 } },
    { key: { account_id: 1, _id: 1 } },
  ]);
  await setUpChargeSums(db);
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

    /** Returns how many submissions are pending. */
    countPending: (): Promise<number> => submissions.countDocuments({ runs_created: false }),

    /** Returns pending submissions that were stored before a moment. */
    findPending: (before: Date, limit: number): Promise<Submission[]> =>
      submissions
        .find({ runs_created: false, created_at: { $lt: before } })
        .limit(limit)
        .toArray(),
  };
}

/** The methods over the units that submissions charge to their accounts. */
function createCharges(submissions: Collection<Submission>, onRefund: () => void) {
  return {
    /** Gives the unit of a run back, unless it was given back before. Returns the submission, or null where there is none. */
    refund: async (submissionId: string, runId: string): Promise<Submission | null> => {
      const { modifiedCount } = await submissions.updateOne(
        { _id: submissionId, refunded: { $ne: runId } },
        { $push: { refunded: runId }, $inc: { charged: -1 }, $unset: { is_summed: "" } },
      );
      if (modifiedCount === 1) onRefund();
      return submissions.findOne({ _id: submissionId });
    },

    /** Returns the greatest charge number of an account in a period; 0 where it has none. */
    lastChargeOf: async (accountId: string, period: string): Promise<number> => {
      const last = await submissions.findOne(
        { account_id: accountId, period },
        { sort: { charge_number: -1 }, projection: { charge_number: 1 } },
      );
      return last?.charge_number ?? 0;
    },

    /** Gives a submission a greater charge number, because what it charges has changed, or was not certain. */
    raiseChargeNumber: async (submissionId: string, chargeNumber: number): Promise<void> => {
      await submissions.updateOne({ _id: submissionId }, { $max: { charge_number: chargeNumber } });
    },
  };
}

/** The methods over the sums of what accounts are charged. */
function createSums(submissions: Collection<Submission>, sums: ChargeSums) {
  return {
    /**
     * Returns the sum of the units that an account was charged in a period, not counting the submissions in `without`. Takes long
     * where many submissions are not summed up yet; the work goes on where its caller does not wait for it.
     */
    sumCharged: (account_id: string, period: string, without: readonly string[]): Promise<number> =>
      sums.totalOf({ account_id, period }, without),

    /** Returns the sum of the units that an account was charged in a period by finished submissions. */
    sumFinished: async (account_id: string, period: string): Promise<number> => {
      const pending = await submissions
        .find({ runs_created: false, account_id })
        .project<Pick<Submission, "_id">>({ _id: 1 })
        .toArray();
      const ids = pending.map(({ _id }) => _id);
      return sums.totalOf({ account_id, period }, ids);
    },

    /** Brings the sums of all accounts up to date, or as far as it comes in a time. Returns how many steps it took. */
    sumUpAll: sums.sumUpAll,

    /** Returns the accounts and months in which submissions were stored or refunded since a moment. */
    findChargedSince: (moment: Date) => sums.find({ changed_at: { $gte: moment } }),

    /** Returns the accounts that have submissions in a period, as far as the sums are up to date. */
    findAccountsOf: (period: string) => sums.find({ period }),

    /** Whether `findAccountsOf` returns an account. */
    hasSumOf: (account_id: string, period: string): Promise<boolean> => sums.has({ account_id, period }),

    /** Makes all sums anew: see `rebuildAll` in infra/kept-sums.ts. */
    rebuildSums: sums.rebuildAll,

    /** Compares all sums with the submissions: see `checkAll` in infra/kept-sums.ts. */
    checkSums: sums.checkAll,

    /** Removes the sums of an account, because the account is deleted. */
    removeSumsOf: sums.removeAllOf,
  };
}
