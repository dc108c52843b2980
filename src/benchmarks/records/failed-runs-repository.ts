import type { Collection, Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import { endOfDay } from "../../infra/days.ts";
import type { ServerSecret } from "../../infra/server-secret.ts";

/**
 * The record of failed runs, from which the service counts a person's failed runs of one day. The record outlives runs
 * and accounts, so that deleting a run or an account does not give a person more failures on that day. Its documents
 * name no run and no person: both ids are pseudonyms, derived with SERVER_SECRET.
 */
export type FailedRunsRepository = ReturnType<typeof createFailedRunsRepository>;

/** Creates the repository of the failed runs in a database. */
export function createFailedRunsRepository({ db, clock, serverSecret }: FailedRunsDeps) {
  const failed = failedRunsOf(db);
  return {
    /** Records that a run of a person has failed now. Does nothing if the failure is recorded already. */
    record: async (runId: string, personId: string): Promise<void> => {
      const fields = { person_id: personId, expires_at: endOfDay(clock()) };
      await failed.updateOne(
        { _id: serverSecret.pseudonymOf("run", runId) },
        { $setOnInsert: fields },
        { upsert: true },
      );
    },

    /** Returns how many runs of a person have failed today (UTC). */
    countOfDay: (personId: string): Promise<number> =>
      failed.countDocuments({ person_id: personId, expires_at: { $gt: clock() } }),
  };
}

interface FailedRunsDeps {
  db: Db;
  clock: Clock;
  serverSecret: Pick<ServerSecret, "pseudonymOf">;
}

/** Creates the indexes of the collection of failed runs. The function may be called repeatedly. */
export async function setUpFailedRuns(db: Db): Promise<void> {
  await failedRunsOf(db).createIndexes([
    { key: { person_id: 1, expires_at: 1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ]);
}

const failedRunsOf = (db: Db): Collection<FailedRun> => db.collection("failed_runs");

/** The record of a failed run in the database. */
interface FailedRun {
  /** The id of the record: the pseudonym of the failed run. */
  _id: string;
  /** The pseudonym of the person to whom the account belongs. */
  person_id: string;
  /** The end of the day (UTC) in which the run has failed, after which MongoDB removes the record. */
  expires_at: Date;
}
