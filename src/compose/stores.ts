import type { Config } from "../config.ts";
import type { Logger } from "../infra/logger.ts";
import { setUpCollections } from "./collections.ts";
import { openSearchEngine, type SearchEngine } from "../infra/meilisearch.ts";
import { openMongo, withMongo, type Mongo } from "../infra/mongo.ts";
import { openRedis, waitForRedis, type Redis } from "../infra/redis.ts";

/** Whoever watches a process start that still waits after this time is told what for. */
const WAITING_NOTICE_MS = 1000;

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
  redis.on("error", (error) => logger.warn({ err: error }, "Redis unavailable"));
  await waitForRedis(redis, timeoutMs).catch((error: unknown) =>
    logger.warn({ err: error }, "Redis unavailable"),
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

/**
 * Waits for MongoDB and creates the collections and indexes in it. Returns how much of START_TIMEOUT_MS is left.
 * @throws StoreUnavailableError, StoreRefusedError
 */
export async function prepareMongo(config: Config, logger: Logger): Promise<number> {
  const deadline = performance.now() + config.START_TIMEOUT_MS;
  const notice = setTimeout(
    () => logger.warn({ limit_ms: config.START_TIMEOUT_MS }, "waiting for MongoDB"),
    WAITING_NOTICE_MS,
  );
  try {
    await withMongo({
      url: config.MONGODB_URL,
      database: config.MONGODB_DATABASE,
      timeoutMs: config.START_TIMEOUT_MS,
      use: setUpCollections,
    });
  } finally {
    clearTimeout(notice);
  }
  return deadline - performance.now();
}
