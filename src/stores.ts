import type { Config } from "./config.ts";
import type { Logger } from "./infra/logger.ts";
import { openSearchEngine } from "./infra/meilisearch.ts";
import type { SearchEngine } from "./infra/meilisearch.ts";
import { openMongo } from "./infra/mongo.ts";
import type { Mongo } from "./infra/mongo.ts";
import { openRedis, waitForRedis } from "./infra/redis.ts";
import type { Redis } from "./infra/redis.ts";

/** The open connections of a process. */
export interface Stores {
  mongo: Mongo;
  redis: Redis;
  searchEngine: SearchEngine;
  close(): Promise<void>;
}

/**
 * Opens the stores of a process. Redis is waited for, but may come later.
 * @param options.timeoutMs how long a call waits for one answer
 */
export async function openStores(
  config: Config,
  options: { timeoutMs: number; logger: Logger },
): Promise<Stores> {
  const { timeoutMs, logger } = options;
  const mongo = openMongo({
    url: config.MONGODB_URL,
    database: config.MONGODB_DATABASE,
    timeoutMs,
    fileStallTimeoutMs: config.FILE_STALL_TIMEOUT_MS,
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
