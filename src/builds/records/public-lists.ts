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
  };
}
