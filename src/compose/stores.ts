import type { Config } from "../config.ts";
import type { Logger } from "../infra/logger.ts";
import { setUpCollections } from "./collections.ts";
import { openSearchEngine } from "../infra/meilisearch.ts";
import { openMongo, refuseEmulator, withMongo } from "../infra/mongo.ts";
import { openRedis, waitForRedis } from "../infra/redis.ts";
import type { OnStoreCall } from "../infra/store-calls.ts";
import { createStoreLog } from "../infra/store-log.ts";

/** A start that still waits for MongoDB after this time logs what it waits for. */
const WAITING_NOTICE_MS = 1000;

/** The open connections of a process. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens the stores of a process. MongoDB must answer; Redis and Meilisearch may become available later.
 * @param options.timeoutMs how long a call waits for one answer of a store
 * @param options.startTimeoutMs how long to wait for MongoDB
 * @param options.onCall is told of each command to a store
 * @throws StoreUnavailableError, StoreRefusedError
 */
export async function openStores(
  config: Config,
  options: { timeoutMs: number; startTimeoutMs: number; logger: Logger; onCall: OnStoreCall },
) {
  const { timeoutMs, startTimeoutMs, logger, onCall } = options;
  const { STORE_SILENCE_TIMEOUT_MS: silenceTimeoutMs } = config;
  const mongo = await openMongo({
    url: config.MONGODB_URL,
    database: config.MONGODB_DATABASE,
    timeoutMs,
    fileStallTimeoutMs: config.FILE_STALL_TIMEOUT_MS,
    silenceTimeoutMs,
    startTimeoutMs,
    onCall,
  });
  const redis = openRedis({ url: config.REDIS_URL, timeoutMs, silenceTimeoutMs, onCall });
  const searchEngine = openSearchEngine({
    url: config.MEILI_URL,
    apiKey: config.MEILI_KEY,
    connections: config.MEILI_CONNECTIONS,
    timeoutMs,
    silenceTimeoutMs,
    onCall,
  });
  const pings = new Map<string, () => Promise<unknown>>([
    ["MongoDB", mongo.ping],
    ["Redis", () => redis.ping()],
    ["Meilisearch", searchEngine.ping],
  ]);
  const log = createStoreLog({ logger, ping: async (store) => pings.get(store)?.() });
  const noteRedis = (error: unknown) => log.failed("Redis", error);
  redis.on("error", noteRedis);
  await waitForRedis(redis, timeoutMs).catch(noteRedis);
  return {
    mongo,
    redis,
    searchEngine,
    /** What is told of failed calls. */
    log,
    close: async (): Promise<void> => {
      redis.disconnect();
      await Promise.all([log.close(), mongo.close(), searchEngine.close()]);
    },
  };
}

/**
 * Waits for MongoDB and creates the collections and indexes in it. Production refuses the emulator of MongoDB. Returns how
 * much of START_TIMEOUT_MS is left.
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
      use: async (db) => {
        if (config.NODE_ENV === "production") await refuseEmulator(db);
        await setUpCollections(db);
      },
    });
  } finally {
    clearTimeout(notice);
  }
  return deadline - performance.now();
}
