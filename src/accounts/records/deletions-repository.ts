import type { Collection, Db } from "mongodb";

/** Reads and changes the records that remain after accounts were deleted. */
export type DeletionsRepository = ReturnType<typeof createDeletionsRepository>;

/**
 * Creates the functions that read and change the records that remain after accounts were deleted. The records name
 * neither an account nor a person nor a provider.
 */
export function createDeletionsRepository(db: Db) {
  const used = usedUnitsOf(db);
  const deletions = deletionsOf(db);
  return {
    ...createSuspensions(suspensionsOf(db)),

    /**
     * Stores the number of units (runs) that a person has used in a billing period, and removes the number of any other
     * period. Within a billing period the stored number never decreases, because the units of a person's later account
     * include the units of the person's earlier accounts.
     */
    keepUsedUnits: async ({ _id, period, used: units, expires_at }: UsedUnits): Promise<void> => {
      const kept = await used.updateOne({ _id, period }, { $max: { used: units } });
      if (kept.matchedCount === 0)
        await used.updateOne({ _id }, { $set: { period, used: units, expires_at } }, { upsert: true });
    },

    /** Returns the units (runs) that a person's deleted accounts have used in a period; 0 if no units are stored. */
    usedUnitsOf: async (personId: string, period: string): Promise<number> =>
      (await used.findOne({ _id: personId, period }))?.used ?? 0,

    insert: async (deletion: Deletion): Promise<void> => {
      await deletions.insertOne(deletion);
    },

    /** Returns finished deletions of accounts whose removal of data is due for a repetition. */
    findDue: (at: Date, limit: number): Promise<Deletion[]> =>
      deletions
        .find({ repeat_at: { $lte: at } })
        .limit(limit)
        .toArray(),

    /** Sets the moment at which the service next repeats the removal of a deleted account's data. */
    postpone: async (deletionId: string, repeatAt: Date): Promise<void> => {
      await deletions.updateOne({ _id: deletionId }, { $set: { repeat_at: repeatAt } });
    },

    remove: async (deletionId: string): Promise<void> => {
      await deletions.deleteOne({ _id: deletionId });
    },
  };
}

/** Creates the methods for the suspensions of people who have deleted their suspended accounts. */
function createSuspensions(suspensions: Collection<KeptSuspension>) {
  return {
    /** Stores the suspension of a person, in place of an earlier suspension of the person. */
    keepSuspension: async ({ _id, ...fields }: KeptSuspension): Promise<void> => {
      await suspensions.replaceOne({ _id }, fields, { upsert: true });
    },

    /** Returns the suspension of a person; null if the person is not suspended. */
    findSuspension: (personId: string): Promise<KeptSuspension | null> =>
      suspensions.findOne({ _id: personId }),

    /**
     * Removes the suspension that belongs to one of the given pseudonyms of accounts. Returns the pseudonym; null if
     * no suspension belongs to any of them.
     */
    removeSuspension: async (accounts: readonly string[]): Promise<string | null> =>
      (await suspensions.findOneAndDelete({ account: { $in: [...accounts] } }))?.account ?? null,
  };
}

/** Creates the indexes of the collections that remain after deletions of accounts. The function is idempotent. */
export async function setUpDeletions(db: Db): Promise<void> {
  await Promise.all([
    usedUnitsOf(db).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 }),
    deletionsOf(db).createIndex({ repeat_at: 1 }),
    suspensionsOf(db).createIndexes([
      { key: { account: 1 } },
      { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    ]),
  ]);
}

const usedUnitsOf = (db: Db): Collection<UsedUnits> => db.collection("used_units_of_deleted_accounts");
const deletionsOf = (db: Db): Collection<Deletion> => db.collection("account_deletions");
const suspensionsOf = (db: Db): Collection<KeptSuspension> =>
  db.collection("suspensions_of_deleted_accounts");

/** The suspension of a person who has deleted the suspended account. */
interface KeptSuspension {
  /** The person's pseudonym, which is computed from provider and subject with SERVER_SECRET. */
  _id: string;
  /** The pseudonym of the deleted account in the audit trail. */
  account: string;
  reason: string;
  /** When the suspension of the person ends; MongoDB then removes the document. */
  expires_at: Date;
}

/** The number of units (runs) that the deleted accounts of a person have used in the current billing period. */
interface UsedUnits {
  /** The person's pseudonym, which is computed from provider and subject with SERVER_SECRET. */
  _id: string;
  period: string;
  used: number;
  /** The end of the billing period; MongoDB then removes the document. */
  expires_at: Date;
}

/** A finished deletion of an account. The service repeats the removal of the account's data for a day. */
export interface Deletion {
  /** A random id of the deletion, which says nothing about the deleted account. */
  _id: string;
  /** The deleted account's id, encrypted under SERVER_SECRET. */
  sealed_account_id: string;
  deleted_at: Date;
  repeat_at: Date;
}
