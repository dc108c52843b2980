import type { Collection } from "mongodb";
import { namePrefixesOf } from "../../validation/name-prefixes.ts";
import { isNotDeleting } from "./account-filters.ts";
import type { Account } from "./account.ts";

/** The id and the public name of an account. */
type NamedAccount = Pick<Account, "_id" | "name">;

/** Creates the search for accounts by their public names. */
export function createNameSearches(accounts: Collection<Account>) {
  return {
    /**
     * Returns the ids and names of the accounts, neither suspended nor being deleted, that have all of the given
     * `name_prefixes`, in the order of their ids.
     */
    findByPrefixes: (
      prefixes: readonly string[],
      { limit, afterId = "" }: { limit: number; afterId?: string | undefined },
    ): Promise<NamedAccount[]> =>
      accounts
        .find({
          $and: prefixes.map((prefix) => ({ name_prefixes: prefix })),
          _id: { $gt: afterId },
          ...isNotDeleting,
          suspended: { $exists: false },
        })
        .project<NamedAccount>({ name: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
  };
}

/** Returns fields of an account with the beginnings of the words of its name. */
export const withPrefixes = <Fields extends Pick<Account, "name">>(fields: Fields) => ({
  ...fields,
  name_prefixes: namePrefixesOf(fields.name),
});
