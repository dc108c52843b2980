import { randomBytes } from "node:crypto";
import type { Db } from "mongodb";
import { parseConfig } from "../../src/config.ts";
import { openSearchEngine, type SearchEngine } from "../../src/infra/meilisearch.ts";
import { openMongo } from "../../src/infra/mongo.ts";
import { openRedis, waitForRedis, type Redis } from "../../src/infra/redis.ts";

const TIMEOUT_MS = 10_000;

/** What a test tells to run when it is over: `t`, or the `test` of a file for all of its tests. */
export type TestScope =
  | { teardown(fn: () => Promise<void>): void }
  | { after: { always(fn: () => Promise<void>): void } };

/** The stores of this run, with names that nobody else uses. */
export interface TestStores {
  db: Db;
  fileDb: Db;
  redis: Redis;
  searchEngine: SearchEngine;
  /** Begins every key of Redis. */
  keyPrefix: string;
  /** Begins the name of every index of Meilisearch. */
  indexPrefix: string;
  /** The settings with which the application uses the same names. */
  env: Record<string, string>;
}

function storeUrls({ MONGODB_URL, REDIS_URL, MEILI_URL, MEILI_KEY }: NodeJS.ProcessEnv) {
  if (!MONGODB_URL || !REDIS_URL || !MEILI_URL) {
    throw new Error("This test needs stores, which npm test starts: npm test -- <test file>");
  }
  return { MONGODB_URL, REDIS_URL, MEILI_URL, ...(MEILI_KEY && { MEILI_KEY }) };
}

/**
 * Opens the stores of this run, or those that are given, under names of their own; `close` drops everything under these
 * names.
 */
export async function openTestStores(
  given: NodeJS.ProcessEnv = process.env,
): Promise<TestStores & { close(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const env = {
    ...storeUrls(given),
    NODE_ENV: "test",
    MONGODB_DATABASE: name,
    REDIS_KEY_PREFIX: name,
    MEILI_INDEX_PREFIX: name,
  };
  const config = parseConfig(env);
  const mongo = await openMongo({
    url: config.MONGODB_URL,
    database: name,
    timeoutMs: TIMEOUT_MS,
    fileStallTimeoutMs: TIMEOUT_MS,
    startTimeoutMs: TIMEOUT_MS,
  });
  const redis = openRedis({ url: config.REDIS_URL, timeoutMs: TIMEOUT_MS });
  await waitForRedis(redis, TIMEOUT_MS);
  const searchEngine = openSearchEngine({
    url: config.MEILI_URL,
    apiKey: config.MEILI_KEY,
    connections: 16,
    timeoutMs: TIMEOUT_MS,
  });
  const close = async () => {
    try {
      await mongo.db.dropDatabase();
      await dropKeys(redis, name);
      await dropIndexes(searchEngine, name);
    } finally {
      // What stays open keeps the test's process from ending.
      redis.disconnect();
      await Promise.all([mongo.close(), searchEngine.close()]);
    }
  };
  return {
    db: mongo.db,
    fileDb: mongo.fileDb,
    redis,
    searchEngine,
    keyPrefix: name,
    indexPrefix: name,
    env,
    close,
  };
}

/** The stores of this run, until the scope ends. */
export async function testStores(scope: TestScope): Promise<TestStores> {
  const stores = await openTestStores();
  onTeardown(scope, stores.close);
  return stores;
}

/** Tells a scope what to do when it ends. */
export function onTeardown(scope: TestScope, fn: () => Promise<void>): void {
  if ("teardown" in scope) scope.teardown(fn);
  else scope.after.always(fn);
}

async function dropKeys(redis: Redis, prefix: string): Promise<void> {
  // A prefix may stand in the braces of a hash tag.
  const keys = await redis.keys(`*${prefix}*`);
  if (keys.length > 0) await redis.unlink(keys);
}

async function dropIndexes({ client }: SearchEngine, prefix: string): Promise<void> {
  const { results } = await client.getRawIndexes({ limit: 1000 });
  const uids = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(prefix));
  await Promise.all(uids.map(async (uid) => client.deleteIndex(uid).waitTask({ timeout: TIMEOUT_MS })));
}
