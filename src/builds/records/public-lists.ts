import type { Collection } from "mongodb";
import type { Build } from "../model/build.ts";

/** Creates the queries that list builds which everybody may see. */
export function createPublicLists(builds: Collection<Build>) {
  return {
    /**
     * Returns one page of the builds of an account that are neither deleted nor hidden, newest first, and whether more
     * of them follow.
     */
    listShownOf: async (owner_id: string, { page, limit }: { page: number; limit: number }) => {
      const found = await builds
        .find({ owner_id, listed: 1, hidden: { $exists: false } })
        .sort({ _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit + 1)
        .toArray();
      return { builds: found.slice(0, limit), hasMore: found.length > limit };
    },

    /**
     * Returns the builds, neither deleted nor hidden, that have all of the given `name_prefixes`: at most `limit`,
     * newest first; none if no prefix is given.
     */
    findByPrefixes: async (prefixes: readonly string[], limit: number): Promise<Build[]> => {
      if (prefixes.length === 0) return [];
      const $and = prefixes.map((prefix) => ({ name_prefixes: prefix }));
      return builds
        .find({ $and, listed: 1, hidden: { $exists: false } })
        .sort({ _id: -1 })
        .limit(limit)
        .toArray();
    },

    /** Returns whether an account has a build that everybody may see. */
    hasShown: async (ownerId: string): Promise<boolean> => {
      const shown = { owner_id: ownerId, listed: 1 as const, hidden: { $exists: false } };
      return (await builds.findOne(shown, { projection: { _id: 1 } })) !== null;
    },
  };
}
