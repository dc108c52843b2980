import { isSearchEngineUnavailable } from "./meilisearch.ts";
import { StoreUnavailableError } from "../errors.ts";
import { isMongoUnavailable } from "./mongo.ts";
import { isRedisUnavailable } from "./redis.ts";

/** A client library's error as a StoreUnavailableError where it says that its store is away; any other error as it is. */
export function asStoreError(error: unknown): unknown {
  if (isMongoUnavailable(error)) return new StoreUnavailableError("MongoDB", error);
  if (isRedisUnavailable(error)) return new StoreUnavailableError("Redis", error);
  if (isSearchEngineUnavailable(error)) {
    return new StoreUnavailableError("Meilisearch", error);
  }
  return error;
}
