import { bounded } from "./bounded.ts";
import type { SearchEngine } from "./meilisearch.ts";
import type { Mongo } from "./mongo.ts";
import type { Redis } from "./redis.ts";
import type { ObjectStore } from "./s3.ts";

/** The connections that a health check pings. */
export interface PingedStores {
  mongo: Pick<Mongo, "ping">;
  redis: Pick<Redis, "ping">;
  searchEngine: Pick<SearchEngine, "ping">;
  /** The object store of the files; null if the files are stored in MongoDB. */
  objectStore: Pick<ObjectStore, "ping"> | null;
}

/**
 * Whether each store answers, by the name of the store: `mongodb`, `redis`, `meilisearch`, and `s3` if there is an
 * object store.
 */
export type StoreStates = Readonly<Record<string, "up" | "away">>;

/** The stores without which hardly any request can be answered. */
const INDISPENSABLE = ["mongodb", "redis"];

/**
 * Whether a process is ready to serve requests, judging by the states of its stores. While the search engine or the
 * object store is unavailable, most requests are still answered, so a proxy should not take the process out of service.
 */
export const areReady = (states: StoreStates): boolean =>
  INDISPENSABLE.every((store) => states[store] === "up");

/** The time, in ms, for which all callers share one answer about the states of the stores. */
const STATES_MAX_AGE_MS = 1000;

/** Returns whether each store answers. */
export type FindStoreStates = ReturnType<typeof createStoreStates>;

/**
 * Creates the function that pings each store. Callers share an answer for STATES_MAX_AGE_MS, so that the number of
 * pings does not depend on the number of callers.
 * @param timeoutMs the time after which a store that has not answered is reported as `away`, in ms
 */
export function createStoreStates(stores: PingedStores, timeoutMs: number): () => Promise<StoreStates> {
  let asking: Promise<StoreStates> | undefined;

  const stateOf = async (store: { ping: () => Promise<unknown> }): Promise<"up" | "away"> => {
    try {
      await bounded(store.ping(), timeoutMs, "a ping");
      return "up";
    } catch {
      return "away";
    }
  };

  const askStores = async (): Promise<StoreStates> => {
    const { mongo: mongodb, redis, searchEngine: meilisearch, objectStore: s3 } = stores;
    const asked = Object.entries({ mongodb, redis, meilisearch, ...(s3 && { s3 }) });
    return Object.fromEntries(
      await Promise.all(asked.map(async ([name, store]) => [name, await stateOf(store)] as const)),
    );
  };

  return () => {
    asking ??= askStores().finally(() => {
      setTimeout(() => (asking = undefined), STATES_MAX_AGE_MS).unref();
    });
    return asking;
  };
}
