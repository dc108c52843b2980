import type { Collection, Db } from "mongodb";
import { isDuplicateKey } from "../../infra/mongo.ts";

/** An account as it is stored: one person at one sign-in provider. */
export interface Account {
  _id: string;
  provider: string;
  /** The provider's own id of the person. */
  subject: string;
  name: string;
  tier: string;
  role: "user" | "admin";
  created_at: Date;
}

/** The collection of accounts. */
export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

const accountsOf = (db: Db): Collection<Account> => db.collection("accounts");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpAccounts(db: Db): Promise<void> {
  await accountsOf(db).createIndex({ provider: 1, subject: 1 }, { unique: true });
}

/** The accounts of a database. */
export function createAccountsRepository(db: Db) {
  const accounts = accountsOf(db);

  async function upsert(person: { provider: string; subject: string }, account: Account, tier?: string) {
    const { tier: firstTier, ...fresh } = account;
    const found = await accounts.findOneAndUpdate(
      person,
      tier === undefined
        ? { $setOnInsert: { ...fresh, tier: firstTier } }
        : { $setOnInsert: fresh, $set: { tier } },
      { upsert: true, returnDocument: "after" },
    );
    if (!found) throw new Error("expected an account after an upsert, found none");
    return found;
  }

  return {
    find: (accountId: string): Promise<Account | null> => accounts.findOne({ _id: accountId }),

    /** Returns the names of accounts by their ids; an id that no account has is left out. */
    namesOf: async (accountIds: readonly string[]): Promise<Map<string, string>> => {
      const found = await accounts
        .find({ _id: { $in: [...accountIds] } })
        .project<Pick<Account, "_id" | "name">>({ name: 1 })
        .toArray();
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },

    /** Returns the account as it is now, or null where there is none. */
    setTier: (accountId: string, tier: string): Promise<Account | null> =>
      accounts.findOneAndUpdate({ _id: accountId }, { $set: { tier } }, { returnDocument: "after" }),

    /** Returns the account of a person, made if there is none; `tier` changes the tier of one that exists. */
    signIn: async (
      person: { provider: string; subject: string },
      account: Account,
      tier?: string,
    ): Promise<Account> => {
      try {
        return await upsert(person, account, tier);
      } catch (error) {
        // Two first sign-ins of one person at once: the other made the account, so now there is one to find.
        if (isDuplicateKey(error)) return upsert(person, account, tier);
        throw error;
      }
    },
  };
}
