import { isSearchEngineUnavailable } from "./meilisearch.ts";
import { StoreUnavailableError } from "../errors.ts";
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
