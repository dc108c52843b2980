import type { Collection, Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Records are needed until the day of the failure ends, in UTC. */
const KEPT_MS = 2 * DAY_MS;

/**
 * The record of failed runs, by which an account's failures of a day are counted. It outlives the runs: deleting a failed run
 * does not make room for another failure.
 */
export type FailedRunsRepository = ReturnType<typeof createFailedRunsRepository>;

/** Creates the repository of the failed runs in a database. */
export function createFailedRunsRepository(db: Db, clock: Clock) {
  const failed = failedRunsOf(db);
  return {
    /** Records that a run has failed now. A run that is recorded already stays as it is. */
    record: async (runId: string, accountId: string): Promise<void> => {
      const now = clock();
      const fields = { account_id: accountId, failed_at: now, expires_at: new Date(now.getTime() + KEPT_MS) };
      await failed.updateOne({ _id: runId }, { $setOnInsert: fields }, { upsert: true });
    },

    /** Returns how many runs of an account have failed since a moment. */
    countSince: (accountId: string, since: Date): Promise<number> =>
      failed.countDocuments({ account_id: accountId, failed_at: { $gte: since } }),

    /** Removes the records of an account that is deleted. */
    removeAllOf: async (accountId: string): Promise<void> => {
      await failed.deleteMany({ account_id: accountId });
    },
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpFailedRuns(db: Db): Promise<void> {
  await failedRunsOf(db).createIndexes([
    { key: { account_id: 1, failed_at: 1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ]);
}

const failedRunsOf = (db: Db): Collection<FailedRun> => db.collection("failed_runs");

/** The record of a failed run, as it is stored. */
interface FailedRun {
  /** The id of the run. */
  _id: string;
  account_id: string;
  failed_at: Date;
  /** After this moment MongoDB removes the record. */
  expires_at: Date;
}
