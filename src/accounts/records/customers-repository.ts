import type { Db } from "mongodb";
import { isDuplicateKey } from "../../infra/mongo.ts";
import type { Account } from "./account.ts";
import { accountsOf } from "./accounts-repository.ts";

/** Reads and changes the fields of accounts that say who pays for the accounts. */
export type CustomersRepository = ReturnType<typeof createCustomersRepository>;

/** Creates the functions that read and change which customers of the payment provider pay for accounts. */
export function createCustomersRepository(db: Db) {
  const accounts = accountsOf(db);
  return {
    /**
     * Records that a customer pays for an account. Returns false if there is no such account, the account is being
     * deleted, or the customer pays for another account.
     */
    add: async (accountId: string, customerId: string): Promise<boolean> => {
      try {
        const { matchedCount } = await accounts.updateOne(
          { _id: accountId, deleting_since: { $exists: false } },
          { $addToSet: { stripe_customers: customerId } },
        );
        return matchedCount === 1;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /**
     * Returns the account for which a customer pays, even while the account is being deleted; null if the customer
     * pays for no account.
     */
    findAccountOf: (customerId: string): Promise<Account | null> =>
      accounts.findOne({ stripe_customers: customerId }),

    /**
     * Sets an account's tier to the given tier, for which a customer pays. Returns false and changes nothing if another
     * call of this method has set the tier since the account was read.
     */
    setPaidTier: async (
      { _id, billing_revision }: Pick<Account, "_id" | "billing_revision">,
      tier: string,
    ): Promise<boolean> => {
      const unchanged = billing_revision ?? { $exists: false };
      const { matchedCount } = await accounts.updateOne(
        { _id, billing_revision: unchanged },
        { $set: { tier }, $inc: { billing_revision: 1 } },
      );
      return matchedCount === 1;
    },
  };
}

/**
 * Creates the index by which an account is found by its customer. A customer pays for one account only. The function is
 * idempotent.
 */
export async function setUpCustomers(db: Db): Promise<void> {
  await accountsOf(db).createIndex({ stripe_customers: 1 }, { unique: true, sparse: true });
}
