import type { Collection, Db, Filter } from "mongodb";
import type { Role } from "../../authorization.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";

/** Access to the collection of accounts. */
export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

/** Creates the repository. */
export function createAccountsRepository(db: Db) {
  const accounts = accountsOf(db);

  async function upsert(newAccount: Account, tier?: string): Promise<Account> {
    const { tier: firstTier, ...fields } = newAccount;
    const { provider, subject } = fields;
    // A field may not stand in both $set and $setOnInsert.
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
    /** Returns an account; null where there is none or it is being deleted. */
    find: (accountId: string): Promise<Account | null> =>
      accounts.findOne({ _id: accountId, ...isNotDeleting }),

    /** Returns the names of accounts by their ids; the id of no account, or of one that is being deleted, is left out. */
    namesOf: async (accountIds: readonly string[]): Promise<Map<string, string>> => {
      const found = await accounts
        .find({ _id: { $in: [...accountIds] }, ...isNotDeleting })
        .project<Pick<Account, "_id" | "name">>({ name: 1 })
        .toArray();
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },

    /**
     * Returns the account of the person with this provider and subject, and stores `newAccount` if the person has none. The
     * account may be one that is being deleted.
     * @param tier the tier that the account gets, whether it is new or not
     */
    signIn: async (newAccount: Account, tier?: string): Promise<Account> => {
      try {
        return await upsert(newAccount, tier);
      } catch (error) {
        // Of two simultaneous first sign-ins of a person, only one inserts the account. The other finds it at a second try.
        if (isDuplicateKey(error)) return upsert(newAccount, tier);
        throw error;
      }
    },

    /** Inserts the accounts that are not stored yet, and leaves stored accounts as they are. Returns how many it has inserted. */
    insertMissing: async (candidates: readonly Account[]): Promise<number> => {
      const upserts = candidates.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
      }));
      return (await accounts.bulkWrite(upserts, { ordered: false })).upsertedCount;
    },

    ...createChanges(accounts),
    ...createStoredBytes(accounts),
    ...createDeletionSteps(accounts),
  };
}

/** Matches accounts that are not being deleted. */
const isNotDeleting = { deleting_since: { $exists: false } };

/** The changes of an account's fields. Each returns the account as it is now, or null where there is none. */
function createChanges(accounts: Collection<Account>) {
  const change = (accountId: string, fields: Partial<Account>): Promise<Account | null> =>
    accounts.findOneAndUpdate(
      { _id: accountId, ...isNotDeleting },
      { $set: fields },
      { returnDocument: "after" },
    );
  return {
    rename: (accountId: string, name: string) => change(accountId, { name }),
    setTier: (accountId: string, tier: string) => change(accountId, { tier }),
    setRole: (accountId: string, role: Role) => change(accountId, { role }),
  };
}

/**
 * The number of bytes of an account's stored files, in the account itself. A process that dies leaves it too large, one that stands still
 * in the middle of a removal may leave it too small by a file; `replaceStoredBytes` corrects it once a day.
 */
function createStoredBytes(accounts: Collection<Account>) {
  return {
    /**
     * Adds bytes of files that are about to be stored. Returns false, and adds nothing, where the account would have more than
     * `maxBytes` then, is gone or is being deleted.
     */
    addStoredBytes: async (
      accountId: string,
      { bytes, maxBytes, at }: { bytes: number; maxBytes: number; at: Date },
    ): Promise<boolean> => {
      // Accounts from before the number was kept lack it, until a sweep has added up their files.
      const hasRoom = { _id: accountId, ...isNotDeleting, stored_bytes: { $not: { $gt: maxBytes - bytes } } };
      // A write that comes late must not make an addition look older that came before it.
      const change = { $inc: { stored_bytes: bytes }, $max: { stored_bytes_added_at: at } };
      return (await accounts.updateOne(hasRoom, change)).matchedCount === 1;
    },

    /** Takes the bytes of removed files away. The number never falls below 0. */
    subtractStoredBytes: async (accountId: string, bytes: number): Promise<void> => {
      await accounts.updateOne(
        { _id: accountId, stored_bytes: { $gte: bytes } },
        { $inc: { stored_bytes: -bytes } },
      );
    },

    /** Returns accounts with their numbers, in the order of their ids. */
    findStoredBytes: (afterId: string | undefined, limit: number): Promise<StoredBytes[]> =>
      accounts
        .find({ _id: { $gt: afterId ?? "" } })
        .sort({ _id: 1 })
        .limit(limit)
        .project<StoredBytes>({ stored_bytes: 1 })
        .toArray(),

    /**
     * Replaces the number of an account, unless it has changed since it was read. Does not lower it where bytes were added after a moment:
     * the file that they are of may not be noted yet.
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

/** The steps by which an account is deleted. Each may run any number of times. */
function createDeletionSteps(accounts: Collection<Account>) {
  return {
    /** Begins the deletion of an account, which hides it from everything but its deletion. */
    markDeleting: async (accountId: string, at: Date): Promise<void> => {
      await accounts.updateOne({ _id: accountId, ...isNotDeleting }, { $set: { deleting_since: at } });
    },

    /** Returns an account, also one that is being deleted; null where there is none. */
    findAlsoDeleting: (accountId: string): Promise<Account | null> => accounts.findOne({ _id: accountId }),

    /** Returns accounts whose deletion began before a moment and is not finished. */
    findDeleting: (before: Date, limit: number): Promise<Account[]> =>
      accounts
        .find({ deleting_since: { $lt: before } })
        .limit(limit)
        .toArray(),

    /** Notes the units that an account has used at its deletion, unless they are noted already. */
    noteUsedUnits: async (accountId: string, usedUnits: UsedUnits): Promise<void> => {
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

/** Creates the collection's indexes. May run any number of times. */
export async function setUpAccounts(db: Db): Promise<void> {
  await accountsOf(db).createIndexes([
    { key: { provider: 1, subject: 1 }, unique: true },
    { key: { deleting_since: 1 }, sparse: true },
  ]);
}

const accountsOf = (db: Db): Collection<Account> => db.collection("accounts");

/** An account as it is stored: one person at one sign-in provider. */
export interface Account {
  _id: string;
  provider: string;
  /** The provider's own id of the person. */
  subject: string;
  name: string;
  tier: string;
  role: Role;
  created_at: Date;
  /** How many bytes the stored files of the account have. Absent until it has stored one. */
  stored_bytes?: number;
  /** When bytes were last added to that. */
  stored_bytes_added_at?: Date;
  /** When the deletion of the account began. */
  deleting_since?: Date;
  /** The units that the account has used in the period in which its deletion began. */
  used_units?: UsedUnits;
}

/** Units of a period. */
interface UsedUnits {
  period: string;
  used: number;
}
