import type { Config } from "../config.ts";
import type { Logger } from "../infra/logger.ts";
import { bounded, LateError } from "../infra/bounded.ts";
import { setUpCollections } from "./collections.ts";
import { openSearchEngine } from "../infra/meilisearch.ts";
import { messageOf } from "../infra/message-of.ts";
import { requireKnownForm, type KnownForms } from "../infra/migrations.ts";
import { openMongo, refuseEmulator, withMongo } from "../infra/mongo.ts";
import { createRedisChannel } from "../infra/redis-channel.ts";
import { openRedis, openSubscriber, redisVersion, waitForRedis, type Redis } from "../infra/redis.ts";
import type { ObjectStore } from "../infra/s3.ts";
import type { OnStoreCall } from "../infra/store-calls.ts";
import { splitErrors } from "../infra/store-errors.ts";
import type { PingedStores } from "../infra/store-states.ts";
import { createStoreLog, type StoreLog } from "../infra/store-log.ts";

/** The time, in ms, after which a start that still waits for MongoDB logs a line about the wait. */
const WAITING_NOTICE_MS = 1000;
/** The maximum time, in ms, for which the log line about the start waits for the version of a store. */
const FOUND_TIMEOUT_MS = 1000;

/** The open connections of a process to its stores, such as MongoDB and Redis. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens the stores of a process. MongoDB must answer; Redis and Meilisearch may become available later.
 * @param options.timeoutMs how long a call waits for one answer of a store
 * @param options.startTimeoutMs how long to wait for MongoDB
 * @param options.onCall the function that is called for each command to a store
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
  const objectStore = await openObjectStore(config, { timeoutMs, onCall });
  const pings = pingsOf({ mongo, redis, searchEngine, objectStore });
  const log = createStoreLog({ logger, ping: async (store) => pings.get(store)?.(), quietMs: timeoutMs });
  logger.handOverOutages((error) => takeOutages(log, error));
  redis.on("error", (error) => log.failed("Redis", error));
  const finalRuns = openFinalRuns(config, { redis, log, onCall });
  await waitForRedis(redis, timeoutMs).catch((error: unknown) => log.failed("Redis", error));
  // Log a wrong key or bucket at the start, but do not fail: the object store, like Redis, may become available later.
  await objectStore?.ping().catch((error: unknown) => log.failed("S3", error));
  return {
    mongo,
    redis,
    /** The channel on which processes notify each other of runs that are complete or failed. */
    finalRuns,
    searchEngine,
    /** The object store; null if GridFS stores the files. */
    objectStore,
    /** The log of the stores' outages. */
    log,
    /** Returns the version of each store by the store's name, or a text that says why the version is unknown. */
    found: () =>
      versionsOf({
        MongoDB: mongo.version(),
        Redis: redisVersion(redis),
        Meilisearch: searchEngine.version(),
        ...(objectStore && { S3: objectStore.ping().then(() => "answers") }),
      }),
    close: async (): Promise<void> => {
      finalRuns.close();
      redis.disconnect();
      objectStore?.close();
      await Promise.all([log.close(), mongo.close(), searchEngine.close()]);
    },
  };
}

/** Returns the functions that ping the stores, by the names of the stores. */
function pingsOf({ mongo, redis, searchEngine, objectStore }: PingedStores) {
  return new Map<string, () => Promise<unknown>>([
    ["MongoDB", mongo.ping],
    ["Redis", () => redis.ping()],
    ["Meilisearch", searchEngine.ping],
    ...(objectStore ? [["S3", objectStore.ping] as const] : []),
  ]);
}

/** Opens the channel on which processes notify each other of runs that are complete or failed. */
function openFinalRuns(
  { REDIS_URL: url, REDIS_KEY_PREFIX, STORE_SILENCE_TIMEOUT_MS: silenceTimeoutMs }: Config,
  { redis, log, onCall }: { redis: Redis; log: StoreLog; onCall: OnStoreCall },
) {
  return createRedisChannel({
    redis,
    openSubscriber: () => {
      const subscriber = openSubscriber({ url, silenceTimeoutMs, onCall });
      return subscriber.on("error", (error) => log.failed("Redis", error));
    },
    name: `${REDIS_KEY_PREFIX}:final-runs`,
  });
}

/**
 * Opens the object store if the settings name one, else returns null. The function loads the client of the store only
 * if it opens the store.
 */
export async function openObjectStore(
  config: Config,
  { timeoutMs, onCall }: { timeoutMs: number; onCall: OnStoreCall },
): Promise<ObjectStore | null> {
  const { FILES_URL: location, FILES_ACCESS_KEY_ID, FILES_SECRET_ACCESS_KEY } = config;
  if (!location) return null;
  const { openS3 } = await import("../infra/s3.ts");
  return openS3({
    location,
    accessKey:
      FILES_ACCESS_KEY_ID !== undefined && FILES_SECRET_ACCESS_KEY !== undefined
        ? { accessKeyId: FILES_ACCESS_KEY_ID, secretAccessKey: FILES_SECRET_ACCESS_KEY }
        : null,
    timeoutMs,
    stallTimeoutMs: config.FILE_STALL_TIMEOUT_MS,
    silenceTimeoutMs: config.STORE_SILENCE_TIMEOUT_MS,
    onCall,
  });
}

async function versionsOf(asked: Readonly<Record<string, Promise<string>>>): Promise<Record<string, string>> {
  const answers = Object.entries(asked).map(async ([store, answer]) => [store, await shown(answer)] as const);
  return Object.fromEntries(await Promise.all(answers));
}

async function shown(version: Promise<string>): Promise<string> {
  try {
    return await bounded(version, FOUND_TIMEOUT_MS, "asking for a version");
  } catch (error) {
    const { outages } = splitErrors(error);
    const isUnavailable = outages.length > 0 || error instanceof LateError;
    return isUnavailable ? "unavailable" : `refused: ${messageOf(error)}`;
  }
}

/**
 * Passes the store outages among the causes of a logged error to the log of the stores' outages. Returns the other
 * causes, which are still to be logged.
 */
function takeOutages(log: StoreLog, error: unknown): readonly unknown[] {
  const { outages, others } = splitErrors(error);
  for (const outage of outages) log.failed(outage.store, outage);
  return outages.length === 0 ? [error] : others;
}

/**
 * Waits for MongoDB, checks that this release can read the stored documents, and creates missing collections and
 * indexes. In production, refuses an emulator of MongoDB. Returns how much of START_TIMEOUT_MS is left.
 * @throws StoreUnavailableError, StoreRefusedError, UnreadableFormError
 */
export async function prepareMongo(
  config: Config,
  { logger, knownForms }: { logger: Logger; knownForms: KnownForms },
): Promise<number> {
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
        await requireKnownForm(db, knownForms);
        await setUpCollections(db);
      },
    });
  } finally {
    clearTimeout(notice);
  }
  return deadline - performance.now();
}
