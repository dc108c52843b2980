import { randomUUID } from "node:crypto";
import { createRedisScript } from "../../infra/redis-script.ts";
import type { Redis } from "../../infra/redis.ts";
import type { Place } from "../model/cohort.ts";
import { countListOf, type RankedCategory } from "./category-lists.ts";
import {
  abandonedScript,
  addScript,
  beginScript,
  endStreamingScript,
  finishScript,
  isReadyScript,
  lockScript,
  updateScript,
  unlockScript,
} from "./rank-scripts.ts";

/**
 * The maximum time for holding a lock of the ranks, in ms. A writer that holds the lock longer writes nothing and
 * begins again.
 */
const LOCK_MS = 5000;
const KEYS_A_SCAN = 1000;

/** All functions that write the ranks in Redis. Each call is one atomic step. */
export type RankWrites = ReturnType<typeof createRankWrites>;

/**
 * An account and a category (benchmark, variant and settings). One lock covers the ranks of one account in one
 * category.
 */
export interface AccountCategory {
  accountId: string;
  category: string;
}

/**
 * An account, a category (benchmark, variant and settings), and a cohort of the category's builds in which the account
 * may be ranked.
 */
export interface AccountPlace extends AccountCategory {
  place: Place;
}

/** The data of an entry (best run of a build) that a worker adds to a generation (copy) of the ranks in Redis. */
interface AddedEntry {
  accountId: string;
  category: RankedCategory;
  value: number;
  places: readonly Place[];
}

/**
 * Returns the prefix of all keys of the ranks. Its braces are a hash tag, so Redis Cluster stores the keys on one node.
 */
export function ranksRoot(prefix: string): string {
  return `{${prefix}:standings}`;
}

/** Creates the functions that write the ranks in Redis. */
export function createRankWrites(redis: Redis, root: string) {
  const script = (lua: string) => createRedisScript(redis, lua);
  const isReady = script(isReadyScript);
  return {
    /** Returns whether Redis has a complete generation (copy) of the ranks, from which the service can read. */
    isReady: async (): Promise<boolean> => (await isReady(root, [])) === 1,
    ...createLocked(script, root),
    ...createGenerationWrites(script, root),
    ...createRemoval(redis, script, root),
  };
}

type MakeScript = (lua: string) => ReturnType<typeof createRedisScript>;

function createLocked(script: MakeScript, root: string) {
  const [lock, unlock, update] = [script(lockScript), script(unlockScript), script(updateScript)];
  const keysOf = ({ accountId, category }: AccountCategory) => [
    root,
    `${root}:lock:${accountId}:${category}`,
  ];
  return {
    /**
     * Takes the lock for writing the values of an account in a category (benchmark, variant and settings).
     * @returns the token of the lock; an object without a token if another writer has the lock; null if there are no
     * ranks to write
     */
    lock: async (of: AccountCategory): Promise<{ token?: string } | null> => {
      const token = (await lock(keysOf(of), [randomUUID(), LOCK_MS])) as string | null;
      if (token === null) return null;
      return token === "" ? {} : { token };
    },

    /**
     * Frees the lock of an account and a category (benchmark, variant and settings) in the ranks, if the lock still has
     * the given token.
     */
    unlock: async (of: AccountCategory, token: string): Promise<void> => {
      await unlock(keysOf(of), [token]);
    },

    /**
     * Writes the best values of an account in cohorts (groups of comparable builds) of a category, and frees the lock.
     * @param values the value at each place; null if the account has no value at the place
     * @returns true; or false if the lock was lost, in which case nothing is written
     */
    update: async (
      accountId: string,
      category: RankedCategory,
      { token, values }: { token: string; values: readonly PlacedValue[] },
    ): Promise<boolean> => {
      const placed = values.flatMap(({ place, value }) => [...countedPlace(category, place), value ?? ""]);
      const args = [token, accountId, category.id, ...placed];
      return (await update(keysOf({ accountId, category: category.id }), args)) === 1;
    },
  };
}

/**
 * The best value of an account in a cohort (group of comparable builds); null if the account has no value in the
 * cohort.
 */
export interface PlacedValue {
  place: Place;
  value: number | null;
}

function createGenerationWrites(script: MakeScript, root: string) {
  const [begin, add] = [script(beginScript), script(addScript)];
  const [endStreaming, finish] = [script(endStreamingScript), script(finishScript)];
  return {
    /** Begins to fill a new generation (copy) of the ranks in Redis. The filling of any other generation ends. */
    begin: async (generation: string): Promise<void> => {
      await begin(root, [generation]);
    },

    /**
     * Adds entries (best runs of builds) to a generation (copy) of the ranks in Redis. Returns false if no worker is
     * filling the generation any more.
     */
    add: async (generation: string, entries: readonly AddedEntry[]): Promise<boolean> => {
      const args = entries.flatMap(({ accountId, category, value, places }) => [
        accountId,
        category.id,
        value,
        places.length,
        ...places.flatMap((place) => countedPlace(category, place)),
      ]);
      return (await add(root, [generation, ...args])) === 1;
    },

    /**
     * Records that all entries (best runs of builds) were streamed into a generation (copy) of the ranks in Redis.
     * Returns false if the generation is no longer being filled.
     */
    endStreaming: async (generation: string): Promise<boolean> =>
      (await endStreaming(root, [generation])) === 1,

    /**
     * Removes at most `limit` places (each an account in a group of comparable builds) from the list of places whose
     * ranks have to be updated again, and returns them. If the list is empty, makes the generation (copy) of the ranks
     * ready.
     * @returns the places; null if the generation is no longer being filled
     */
    finish: async (generation: string, limit: number): Promise<AccountPlace[] | null> => {
      const taken = (await finish(root, [generation, limit])) as string[] | null;
      return taken && taken.map(placeOf);
    },
  };
}

function createRemoval(redis: Redis, script: MakeScript, root: string) {
  const abandoned = script(abandonedScript);
  const removeKeysOf = async (generation: string) => {
    let cursor = "0";
    do {
      const [next, keys] = await redis.scan(cursor, "MATCH", `${root}:${generation}:*`, "COUNT", KEYS_A_SCAN);
      if (keys.length > 0) await redis.unlink(...keys);
      cursor = next;
    } while (cursor !== "0");
  };
  return {
    /**
     * Removes the generations (copies) of the ranks in Redis that are neither read nor filled. The removal may be
     * interrupted at any time and repeated.
     */
    removeAbandoned: async (signal?: AbortSignal): Promise<void> => {
      for (const generation of (await abandoned(root, [])) as string[]) {
        if (signal?.aborted) return;
        await removeKeysOf(generation);
        await redis.srem(`${root}:generations`, generation);
      }
    },
  };
}

const NO_PAIR = "-";

/**
 * Returns the arguments of the Redis scripts for a place in the ranks: its cohort (group of comparable builds), its CPU
 * and GPU, and the list that stores how many builds the cohort has.
 */
const countedPlace = (category: RankedCategory, { cohort, pair }: Place): string[] => [
  cohort,
  pair ?? NO_PAIR,
  countListOf(category, cohort) ?? "",
];

function placeOf(text: string): AccountPlace {
  const [accountId = "", category = "", cohort = "", pair = ""] = text.split(" ");
  return { accountId, category, place: { cohort, pair: pair === NO_PAIR ? null : pair } };
}
