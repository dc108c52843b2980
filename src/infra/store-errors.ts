import { StoreUnavailableError } from "../errors.ts";
import { isSearchEngineUnavailable } from "./meilisearch.ts";
import { isMongoUnavailable } from "./mongo.ts";
import { isRedisUnavailable } from "./redis.ts";

/**
 * Returns a StoreUnavailableError where a client library's error says that its store is unavailable; any other error
 * unchanged.
 */
export function asStoreError(error: unknown): unknown {
  if (isMongoUnavailable(error)) return new StoreUnavailableError("MongoDB", error);
  if (isRedisUnavailable(error)) return new StoreUnavailableError("Redis", error);
  if (isSearchEngineUnavailable(error)) {
    return new StoreUnavailableError("Meilisearch", error);
  }
  return error;
}

/**
 * Splits an error that may hold several errors at any depth, as an AggregateError does. Returns as `outages` the
 * StoreUnavailableErrors among these errors and their causes, and as `others` the errors that are neither outages nor
 * caused by an outage.
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

/**
 * Returns the error itself if it is a StoreUnavailableError, else the StoreUnavailableError that caused it; undefined
 * if there is none.
 */
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
 * Cleans up after a request that failed. If the request failed because a store is unavailable, the clean-up is not
 * awaited: it may need the same store, and the client would wait a second time. A sweep finishes an incomplete
 * clean-up, so this function never throws.
 * @param reason why the request failed
 */
export async function cleanUpAfter(reason: unknown, cleanUp: () => Promise<unknown>): Promise<void> {
  const cleaned = cleanUp().catch(() => undefined);
  if (!isStoreUnavailable(reason)) await cleaned;
}
