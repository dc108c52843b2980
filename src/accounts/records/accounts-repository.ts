import type { Collection, Db, Filter } from "mongodb";
import type { Role } from "../../authorization.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import type { Account, Suspension, UsedUnits } from "./account.ts";
import { isNotDeleting } from "./account-filters.ts";
import { createNameSearches, withPrefixes } from "./name-searches.ts";

/** Reads and changes the documents of accounts. */
export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

/** Creates the functions that read and change the collection of accounts. */
export function createAccountsRepository(db: Db) {
  const accounts = accountsOf(db);
  return {
    ...createReads(accounts),
    ...createNameSearches(accounts),
    ...createSignIns(accounts),
    ...createChanges(accounts),
    ...createStoredBytes(accounts),
    ...createDeletionSteps(accounts),
  };
}

/** Creates the methods that read accounts. */
function createReads(accounts: Collection<Account>) {
  return {
    /**
     * Returns an account without its `name_prefixes`; null if there is no such account or the account is being deleted.
     */
    find: (accountId: string): Promise<Account | null> =>
      accounts.findOne({ _id: accountId, ...isNotDeleting }, { projection: { name_prefixes: 0 } }),

    /** Returns the names of accounts by their ids. Leaves out ids of missing accounts and of accounts being deleted. */
    namesOf: async (accountIds: readonly string[]): Promise<Map<string, string>> => {
      const found = await accounts
        .find({ _id: { $in: [...accountIds] }, ...isNotDeleting })
        .project<Pick<Account, "_id" | "name">>({ name: 1 })
        .toArray();
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },
  };
}

/** Creates the methods that find or store the account of a person who signs in. */
function createSignIns(accounts: Collection<Account>) {
  async function upsert(newAccount: Account, tier?: string): Promise<Account> {
    const { tier: firstTier, ...fields } = withPrefixes(newAccount);
    const { provider, subject } = fields;
    // Set the tier of an account either in $set or in $setOnInsert: MongoDB refuses an update with the same field in
    // both.
    const found = await accounts.findOneAndUpdate(
      { provider, subject },
      tier === undefined
        ? { $setOnInsert: { ...fields, tier: firstTier } }
        : { $setOnInsert: fields, $set: { tier } },
      { upsert: true, returnDocument: "after" },
    );
    if (!found) throw new Error("expected an account after an upsert, found none");
    return found;
  }

  return {
    /**
     * Returns the account with a provider and a subject (the provider's id of the person), which may be an account that
     * is being deleted; null if there is no such account.
     * @param tier the tier that the account gets; if undefined, the account keeps its tier
     */
    findPerson: (person: Pick<Account, "provider" | "subject">, tier?: string): Promise<Account | null> =>
      tier === undefined
        ? accounts.findOne(person)
        : accounts.findOneAndUpdate(person, { $set: { tier } }, { returnDocument: "after" }),

    /**
     * Returns the account with the provider and the subject (the provider's id of the person) of `newAccount`. If
     * there is no such account, stores `newAccount`. The returned account may be an account that is being deleted.
     * @param tier the tier that the account gets, whether it is new or stored already
     */
    signIn: async (newAccount: Account, tier?: string): Promise<Account> => {
      try {
        return await upsert(newAccount, tier);
      } catch (error) {
        // If a person signs in for the first time twice at once, one sign-in inserts the account; the other sign-in
        // finds the account when it retries.
        if (isDuplicateKey(error)) return upsert(newAccount, tier);
        throw error;
      }
    },

    /**
     * Inserts those of the given accounts that are not stored, and changes no stored account. Returns the number of
     * inserted accounts.
     */
    insertMissing: async (candidates: readonly Account[]): Promise<number> => {
      const upserts = candidates.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: withPrefixes(fields) }, upsert: true },
      }));
      return (await accounts.bulkWrite(upserts, { ordered: false })).upsertedCount;
    },
  };
}

/**
 * Creates the methods that change an account's fields. Each method but `lift` returns the changed account; null if
 * there is no such account.
 */
function createChanges(accounts: Collection<Account>) {
  const change = (accountId: string, fields: Partial<Account>): Promise<Account | null> =>
    accounts.findOneAndUpdate(
      { _id: accountId, ...isNotDeleting },
      { $set: fields },
      { returnDocument: "after" },
    );
  return {
    rename: (accountId: string, name: string) => change(accountId, withPrefixes({ name })),
    setTier: (accountId: string, tier: string) => change(accountId, { tier }),
    setRole: (accountId: string, role: Role) => change(accountId, { role }),
    suspend: (accountId: string, suspended: Suspension) => change(accountId, { suspended }),

    /** Lifts the suspension of an account. Returns the account as it was before; null if there is no such account. */
    lift: (accountId: string): Promise<Account | null> =>
      accounts.findOneAndUpdate({ _id: accountId, ...isNotDeleting }, { $unset: { suspended: true } }),
  };
}

/**
 * Creates the methods for `stored_bytes`, the total size of an account's stored files. A process that crashes may leave
 * the total too large, and a process that is suspended during a removal may leave it too small by one file.
 * `replaceStoredBytes` corrects the total once a day.
 */
function createStoredBytes(accounts: Collection<Account>) {
  return {
    /**
     * Adds the size of files that are about to be stored to an account's stored bytes. Returns false and adds nothing
     * if the account would exceed `maxBytes`, does not exist or is being deleted.
     */
    addStoredBytes: async (
      accountId: string,
      { bytes, maxBytes, at }: { bytes: number; maxBytes: number; at: Date },
    ): Promise<boolean> => {
      // Treat a missing `stored_bytes` as 0: an older account lacks the field until a sweep has added up the sizes of
      // the account's files.
      const hasRoom = { _id: accountId, ...isNotDeleting, stored_bytes: { $not: { $gt: maxBytes - bytes } } };
      // Use $max: a write that arrives late must not replace the time of the last addition by an earlier time.
      const change = { $inc: { stored_bytes: bytes }, $max: { stored_bytes_added_at: at } };
      return (await accounts.updateOne(hasRoom, change)).matchedCount === 1;
    },

    /** Subtracts the size of removed files from an account's `stored_bytes`. The total never falls below 0. */
    subtractStoredBytes: async (accountId: string, bytes: number): Promise<void> => {
      await accounts.updateOne(
        { _id: accountId, stored_bytes: { $gte: bytes } },
        { $inc: { stored_bytes: -bytes } },
      );
    },

    /**
     * Returns accounts with their `stored_bytes` (the total size of their files), in the order of the accounts' ids.
     */
    findStoredBytes: (afterId: string | undefined, limit: number): Promise<StoredBytes[]> =>
      accounts
        .find({ _id: { $gt: afterId ?? "" } })
        .sort({ _id: 1 })
        .limit(limit)
        .project<StoredBytes>({ stored_bytes: 1 })
        .toArray(),

    /**
     * Replaces the `stored_bytes` (total size of stored files) of an account, unless the value has changed since it
     * was read. Does not lower the value if the account has added a file at `addedBefore` or later, because `bytes`
     * may not include that file.
     */
    replaceStoredBytes: async (
      { _id, stored_bytes }: StoredBytes,
      bytes: number,
      { addedBefore }: { addedBefore: Date },
    ): Promise<boolean> => {
      const unchanged = { _id, stored_bytes: stored_bytes ?? null };
      const isLowered = bytes < (stored_bytes ?? 0);
      const noneAdded = isLowered && { stored_bytes_added_at: { $not: { $gte: addedBefore } } };
      const { matchedCount } = await accounts.updateOne({ ...unchanged, ...noneAdded } as Filter<Account>, {
        $set: { stored_bytes: bytes },
      });
      return matchedCount === 1;
    },
  };
}

type StoredBytes = Pick<Account, "_id" | "stored_bytes">;

/** Creates the methods that delete an account step by step. Each method is idempotent. */
function createDeletionSteps(accounts: Collection<Account>) {
  return {
    /** Marks an account as being deleted. From then on, only the methods of the deletion find the account. */
    markDeleting: async (accountId: string, at: Date): Promise<void> => {
      await accounts.updateOne({ _id: accountId, ...isNotDeleting }, { $set: { deleting_since: at } });
    },

    /** Returns an account, even while the account is being deleted; null if the account does not exist. */
    findAlsoDeleting: (accountId: string): Promise<Account | null> => accounts.findOne({ _id: accountId }),

    /** Returns accounts whose deletion began before the given moment and is not finished. */
    findDeleting: (before: Date, limit: number): Promise<Account[]> =>
      accounts
        .find({ deleting_since: { $lt: before } })
        .limit(limit)
        .toArray(),

    /**
     * Records in an account how many units (runs) it has used when its deletion begins, unless the number is recorded
     * already.
     */
    recordUsedUnits: async (accountId: string, usedUnits: UsedUnits): Promise<void> => {
      await accounts.updateOne(
        { _id: accountId, used_units: { $exists: false } },
        { $set: { used_units: usedUnits } },
      );
    },

    /** Removes the document of an account that is being deleted. */
    removeDeleting: async (accountId: string): Promise<void> => {
      await accounts.deleteOne({ _id: accountId, deleting_since: { $exists: true } });
    },
  };
}

/** Creates the indexes of the collection of accounts. The function is idempotent. */
export async function setUpAccounts(db: Db): Promise<void> {
  await accountsOf(db).createIndexes([
    { key: { provider: 1, subject: 1 }, unique: true },
    { key: { deleting_since: 1 }, sparse: true },
    { key: { name_prefixes: 1, _id: 1 } },
  ]);
}

/** Returns the collection of accounts. */
export const accountsOf = (db: Db): Collection<Account> => db.collection("accounts");
