import type { Collection } from "mongodb";
import { isDuplicateKey } from "../../infra/mongo.ts";
import type { Account } from "./accounts-repository.ts";

/** Creates the methods for the customers of the payment provider who pay for an account. */
export function createCustomers(accounts: Collection<Account>) {
  return {
    /**
     * Records that a customer of the payment provider pays for an account. Returns false if there is no such account,
     * the account is being deleted, or the customer pays for another account.
     */
    addCustomer: async (accountId: string, customerId: string): Promise<boolean> => {
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

    /** Returns the account for which a customer pays, even while the account is being deleted; null if there is none. */
    findByCustomer: (customerId: string): Promise<Account | null> =>
      accounts.findOne({ stripe_customers: customerId }),

    /**
     * Sets the tier that is paid for an account. Returns false and changes nothing if the tier was set by this method
     * since the account was read.
     */
    setPaidTier: async (
      { _id, billing_revision }: Pick<Account, "_id" | "billing_revision">,
      tier: string,
    ): Promise<boolean> => {
      const unchanged = billing_revision === undefined ? { $exists: false } : billing_revision;
      const { matchedCount } = await accounts.updateOne(
        { _id, billing_revision: unchanged },
        { $set: { tier }, $inc: { billing_revision: 1 } },
      );
      return matchedCount === 1;
    },
  };
}

/** The index by which an account is found by its customer. A customer pays for one account only. */
export const customersIndex = { key: { stripe_customers: 1 }, unique: true, sparse: true } as const;
