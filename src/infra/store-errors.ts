import { StoreUnavailableError } from "../errors.ts";
import { isSearchEngineUnavailable } from "./meilisearch.ts";
import { isMongoUnavailable } from "./mongo.ts";
import { isRedisUnavailable } from "./redis.ts";

/** Returns a StoreUnavailableError where a client library's error says that its store is unavailable; any other error unchanged. */
export function asStoreError(error: unknown): unknown {
  if (isMongoUnavailable(error)) return new StoreUnavailableError("MongoDB", error);
  if (isRedisUnavailable(error)) return new StoreUnavailableError("Redis", error);
  if (isSearchEngineUnavailable(error)) {
    return new StoreUnavailableError("Meilisearch", error);
  }
  return error;
}

/**
 * Takes an error apart that may hold several, at any depth, as an AggregateError does. Returns which of them say that a store is
 * unavailable, or were caused by such an error, and the others.
 */
export function splitErrors(error: unknown): { outages: StoreUnavailableError[]; others: unknown[] } {
  const outages: StoreUnavailableError[] = [];
  const others: unknown[] = [];
  const add = (one: unknown): void => {
    const outage = outageBehind(one);
    if (outage) outages.push(outage);
    else if (one instanceof AggregateError && one.errors.length > 0) one.errors.forEach(add);
    else others.push(one);
  };
  add(error);
  return { outages, others };
}

/** Returns the error of an unavailable store that an error is, or that has caused it; undefined where there is none. */
function outageBehind(error: unknown): StoreUnavailableError | undefined {
  const found = asStoreError(error);
  if (found instanceof StoreUnavailableError) return found;
  return error instanceof Error && error.cause !== undefined ? outageBehind(error.cause) : undefined;
}

/** Whether an error says that a store is unavailable. */
function isStoreUnavailable(error: unknown): boolean {
  return asStoreError(error) instanceof StoreUnavailableError;
}

/**
 * Cleans up after a request that failed. Where it failed because a store is unavailable, nobody waits for the clean-up: it may need
 * the same store, and the client would wait a second time. What a clean-up leaves is a sweep's work, so it never throws.
 * @param reason why the request failed
 */
export async function cleanUpAfter(reason: unknown, cleanUp: () => Promise<unknown>): Promise<void> {
  const cleaned = cleanUp().catch(() => undefined);
  if (!isStoreUnavailable(reason)) await cleaned;
}
