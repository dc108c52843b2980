import type { Collection } from "mongodb";
import { NAME_SEARCH_MS, namePrefixesOf } from "../../validation/name-prefixes.ts";
import { isNotDeleting } from "./account-filters.ts";
import type { Account } from "./account.ts";

/** The public data of an account. */
type NamedAccount = Pick<Account, "_id" | "name" | "created_at">;

/** Creates the search for accounts by words of their public names. */
export function createNameSearches(accounts: Collection<Account>) {
  return {
    /**
     * Returns the accounts that have all of the given `name_prefixes` and are not being deleted, in the order of their
     * ids.
     * @throws MongoServerError if MongoDB needs longer than NAME_SEARCH_MS
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
        })
        .project<NamedAccount>({ name: 1, created_at: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .maxTimeMS(NAME_SEARCH_MS)
        .toArray(),
  };
}

/** Returns the given fields of an account, together with the beginnings of the words of its name. */
export const withPrefixes = <Fields extends Pick<Account, "name">>(fields: Fields) => ({
  ...fields,
  name_prefixes: namePrefixesOf(fields.name),
});
