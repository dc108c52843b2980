import { bounded } from "./bounded.ts";

/** What a health check needs of the stores. Implemented by `compose/stores.ts`. */
export interface PingedStores {
  mongo: { ping(): Promise<unknown> };
  redis: { ping(): Promise<unknown> };
  searchEngine: { ping(): Promise<unknown> };
}

/** Whether each store answers. */
export type StoreStates = Record<"mongodb" | "redis" | "meilisearch", "up" | "away">;

/**
 * Creates the function that asks each store for a sign of life. Whoever asks while the stores are being asked shares the answer: any
 * number of callers costs one ping at a time.
 * @param timeoutMs a store that gives no answer within this time is away
 */
export function createStoreStates(stores: PingedStores, timeoutMs: number): () => Promise<StoreStates> {
  let asking: Promise<StoreStates> | undefined;

  const stateOf = async (store: { ping(): Promise<unknown> }): Promise<"up" | "away"> => {
    try {
      await bounded(store.ping(), timeoutMs, "a ping");
      return "up";
    } catch {
      return "away";
    }
  };

  const askStores = async (): Promise<StoreStates> => {
    const [mongodb, redis, meilisearch] = await Promise.all([
      stateOf(stores.mongo),
      stateOf(stores.redis),
      stateOf(stores.searchEngine),
    ]);
    return { mongodb, redis, meilisearch };
  };

  return () => {
    asking ??= askStores().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
