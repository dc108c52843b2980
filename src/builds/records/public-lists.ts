import type { Collection } from "mongodb";
import { NAME_SEARCH_MS } from "../../validation/name-prefixes.ts";
import type { Build } from "../model/build.ts";
import { isListedShown, newestFirst, withoutPrefixes } from "./build-filters.ts";

/** The number at which the count of a person's public builds stops. */
const MAX_COUNTED = 1000;

/** Creates the queries that list builds which everybody may see. */
export function createPublicLists(builds: Collection<Build>) {
  return {
    /**
     * Returns one page of an account's builds that are neither deleted nor hidden, newest first, and whether more
     * builds follow.
     */
    listShownOf: async (owner_id: string, { page, limit }: { page: number; limit: number }) => {
      const found = await builds
        .find({ owner_id, ...isListedShown }, withoutPrefixes)
        .sort(newestFirst)
        .skip((page - 1) * limit)
        .limit(limit + 1)
        .toArray();
      return { builds: found.slice(0, limit), hasMore: found.length > limit };
    },

    /**
     * Returns one page of the builds, neither deleted nor hidden, that have all of the given `name_prefixes`, the
     * highest id first. Also returns whether more builds follow. Without a prefix, no build is found.
     * @throws MongoServerError if MongoDB needs longer than NAME_SEARCH_MS
     */
    findByPrefixes: async (prefixes: readonly string[], { page, limit }: { page: number; limit: number }) => {
      if (prefixes.length === 0) return { builds: [], hasMore: false };
      const $and = prefixes.map((prefix) => ({ name_prefixes: prefix }));
      const found = await builds
        .find({ $and, ...isListedShown }, withoutPrefixes)
        .sort({ _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit + 1)
        .maxTimeMS(NAME_SEARCH_MS)
        .toArray();
      return { builds: found.slice(0, limit), hasMore: found.length > limit };
    },

    /**
     * Returns the name of an account's newest build that everybody may see; null if the account has no such build.
     */
    findNewestShownName: async (ownerId: string): Promise<string | null> => {
      const options = { projection: { name: 1 }, sort: newestFirst } as const;
      const newest = await builds.findOne({ owner_id: ownerId, ...isListedShown }, options);
      return newest?.name ?? null;
    },

    /** Returns the number of builds of an account that everybody may see, counted up to MAX_COUNTED. */
    countShown: (ownerId: string): Promise<number> =>
      builds.countDocuments({ owner_id: ownerId, ...isListedShown }, { limit: MAX_COUNTED }),
  };
}
