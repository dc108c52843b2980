import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { parseConfig } from "../../src/config.ts";
import type { Constants } from "../../src/constants.ts";
import { openSearchEngine, type SearchEngine } from "../../src/infra/meilisearch.ts";
import { openMongo } from "../../src/infra/mongo.ts";
import { openRedis, waitForRedis, type Redis } from "../../src/infra/redis.ts";

/**
 * A time limit in ms that is much longer than a store takes to respond, even while several services start at once on a
 * busy machine.
 */
const TIMEOUT_MS = 60_000;

/**
 * Settings with high limits, because all clients of a test have the same address and send more requests than a person.
 * Tests of the limits set other values.
 */
const highLimits = {
  MAX_CONNECTIONS_PER_ADDRESS: "10000",
  MAX_CONNECTIONS: "10000",
  RATE_LIMIT_SUBMISSIONS: "1000000",
  RATE_LIMIT_CHANGES: "1000000",
  RATE_LIMIT_READS: "1000000",
  RATE_LIMIT_LOG_INS: "1000000",
  NEW_ACCOUNTS_A_DAY: "1000000",
};

/** The constants that tests of the service replace, with the values that they use. */
export const testConstants = {
  RATE_LIMIT_INSPECTIONS: 1_000_000,
  // The limit of requests that wait for runs is high, because all clients of a test have the same address and may wait
  // for more runs than a person.
  MAX_WAITS_PER_ADDRESS: 10_000,
  // Tests check the stores right after the response to the deletion of an account, so the request has to wait for the
  // end of the deletion, even on a busy machine.
  ACCOUNT_DELETION_WAIT_MS: 60_000,
  // The used runs of an account without a limit are shown exactly, even if a busy machine takes long to sum them up.
  USAGE_SUM_WAIT_MS: 60_000,
  // A request of the service to Stripe waits for the test's Stripe server, which may first let a test act.
  STRIPE_TIMEOUT_MS: 60_000,
} satisfies Partial<Constants>;

/** The object at which a test registers teardowns: `t` for one test, or `test` for all tests of a file. */
export type TestScope =
  | { teardown(fn: () => Promise<void>): void }
  | { after: { always(fn: () => Promise<void>): void } };

/** The stores of a test run, opened for a test that uses names of its own in them. */
export type TestStores = Awaited<ReturnType<typeof openTestStores>>;

function storeUrls({ MONGODB_URL, REDIS_URL, MEILI_URL, MEILI_KEY }: NodeJS.ProcessEnv) {
  if (!MONGODB_URL || !REDIS_URL || !MEILI_URL) {
    throw new Error("This test needs stores, which npm test starts: npm test -- <test file>");
  }
  return { MONGODB_URL, REDIS_URL, MEILI_URL, ...(MEILI_KEY && { MEILI_KEY }) };
}

/**
 * Opens stores with names that no other test uses. `close` drops everything with these names.
 * @param given the environment that names the stores; by default the stores of this test run
 */
export async function openTestStores(given: NodeJS.ProcessEnv = process.env) {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const env: Record<string, string> = {
    ...storeUrls(given),
    NODE_ENV: "test",
    MONGODB_DATABASE: name,
    REDIS_KEY_PREFIX: name,
    MEILI_INDEX_PREFIX: name,
    METRICS_PORT: "0",
    WORKER_METRICS_PORT: "0",
    ...highLimits,
  };
  const config = parseConfig(env);
  const mongo = await openMongo({
    url: config.MONGODB_URL,
    database: name,
    timeoutMs: TIMEOUT_MS,
    fileStallTimeoutMs: TIMEOUT_MS,
    silenceTimeoutMs: TIMEOUT_MS,
    startTimeoutMs: TIMEOUT_MS,
  });
  const redis = openRedis({ url: config.REDIS_URL, timeoutMs: TIMEOUT_MS, silenceTimeoutMs: TIMEOUT_MS });
  await waitForRedis(redis, TIMEOUT_MS);
  const searchEngine = openSearchEngine({
    url: config.MEILI_URL,
    apiKey: config.MEILI_KEY,
    connections: 16,
    timeoutMs: TIMEOUT_MS,
    silenceTimeoutMs: TIMEOUT_MS,
  });
  const close = async () => {
    try {
      await mongo.db.dropDatabase();
      await dropKeys(redis, name);
      await dropIndexes(searchEngine, name);
    } finally {
      // Close the connection to Redis: an open connection would keep the test's process from ending.
      redis.disconnect();
      await Promise.all([mongo.close(), searchEngine.close()]);
    }
  };
  return {
    db: mongo.db,
    fileDb: mongo.fileDb,
    redis,
    searchEngine,
    /** The prefix of every key of this test in Redis. */
    keyPrefix: name,
    /** The prefix of the name of every index of this test in Meilisearch. */
    indexPrefix: name,
    /** The settings of an application that is to use the same stores under the same names. */
    env,
    close,
  };
}

/**
 * Opens the stores of this test run with names that no other test uses. The connections close after the test or the
 * test file of `scope`.
 */
export async function testStores(scope: TestScope): Promise<TestStores> {
  const stores = await openTestStores();
  onTeardown(scope, stores.close);
  return stores;
}

/**
 * Registers a function that is called after the test or the test file of `scope`. Its error is also written to the
 * output with all its causes, which ava omits.
 */
export function onTeardown(scope: TestScope, fn: () => Promise<void>): void {
  const end = () =>
    fn().catch((error: unknown) => {
      console.error(inspect(error));
      throw error;
    });
  if ("teardown" in scope) scope.teardown(end);
  else scope.after.always(end);
}

/**
 * Returns a scope for use in the hooks of a test file. The scope ends after the tests of the file, and calls its
 * teardowns in reverse order.
 */
export function scopeOfHooks(test: Extract<TestScope, { after: unknown }>): TestScope {
  const ends: (() => Promise<void>)[] = [];
  test.after.always(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return { teardown: (end) => void ends.push(end) };
}

async function dropKeys(redis: Redis, prefix: string): Promise<void> {
  // Search for the test's prefix anywhere in a Redis key, because some keys begin with the brace of a hash tag of Redis
  // Cluster.
  const keys = await redis.keys(`*${prefix}*`);
  // The keys are removed one by one, because a Redis cluster refuses to remove keys of several slots by one command.
  await Promise.all(keys.map((key) => redis.unlink(key)));
}

async function dropIndexes({ client }: SearchEngine, prefix: string): Promise<void> {
  const list = () => client.getRawIndexes({ limit: 1000 });
  // Repeat each request if the first one fails, because a machine that is suspended loses requests that are under way.
  const { results } = await list().catch(list);
  const uids = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(prefix));
  const remove = (uid: string) => client.deleteIndex(uid).waitTask({ timeout: TIMEOUT_MS });
  await Promise.all(uids.map((uid) => remove(uid).catch(() => remove(uid))));
}
