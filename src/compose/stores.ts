import type { Config } from "../config.ts";
import type { Logger } from "../infra/logger.ts";
import { openSearchEngine, type SearchEngine } from "../infra/meilisearch.ts";
import { openMongo, type Mongo } from "../infra/mongo.ts";
import { openRedis, waitForRedis, type Redis } from "../infra/redis.ts";

/** The open connections of a process. */
export interface Stores {
  mongo: Mongo;
  redis: Redis;
  searchEngine: SearchEngine;
  close(): Promise<void>;
}

/**
 * Opens the stores of a process. MongoDB must be there, since it holds the facts; Redis and Meilisearch may come later.
 * @param options.timeoutMs how long a call waits for one answer
 * @param options.startTimeoutMs how long MongoDB is waited for
 * @throws StoreUnavailableError, StoreRefusedError
 */
export async function openStores(
  config: Config,
  options: { timeoutMs: number; startTimeoutMs: number; logger: Logger },
): Promise<Stores> {
  const { timeoutMs, startTimeoutMs, logger } = options;
  const mongo = await openMongo({
    url: config.MONGODB_URL,
    database: config.MONGODB_DATABASE,
    timeoutMs,
    fileStallTimeoutMs: config.FILE_STALL_TIMEOUT_MS,
    startTimeoutMs,
  });
  const redis = openRedis({ url: config.REDIS_URL, timeoutMs });
  redis.on("error", (error) => logger.warn({ err: error }, "Redis is away"));
  await waitForRedis(redis, timeoutMs).catch((error: unknown) =>
    logger.warn({ err: error }, "Redis is away"),
  );
  const searchEngine = openSearchEngine({
    url: config.MEILI_URL,
    apiKey: config.MEILI_KEY,
    connections: config.MEILI_CONNECTIONS,
    timeoutMs,
  });
  return {
    mongo,
    redis,
    searchEngine,
    close: async () => {
      redis.disconnect();
      await Promise.all([mongo.close(), searchEngine.close()]);
    },
  };
}
