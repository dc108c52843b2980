import { parseConfig, type Config } from "../../src/config.ts";
import { openSearchEngine } from "../../src/infra/meilisearch.ts";
import { withMongo } from "../../src/infra/mongo.ts";
import { openWaitingRedis } from "../../src/infra/redis.ts";

const TIMEOUT_MS = 60_000;
const KEYS_AT_A_TIME = 1000;
const MAX_INDEXES = 1000;

/**
 * Removes what a measurement has stored in the stores whose URLs were given: its databases, its keys and its indexes. Stores that
 * the measurement has started itself are gone already.
 * @param given the settings of the measurement: no name of other data begins as those of its databases, keys and indexes
 */
export async function removeOwnData(given: NodeJS.ProcessEnv): Promise<void> {
  const config = parseConfig(given);
  if (given["MONGODB_URL"]) await dropDatabases(config);
  if (given["REDIS_URL"]) await removeKeys(config);
  if (given["MEILI_URL"]) await deleteIndexes(config);
}

async function dropDatabases({ MONGODB_URL, MONGODB_DATABASE }: Config): Promise<void> {
  await withMongo({
    url: MONGODB_URL,
    database: MONGODB_DATABASE,
    timeoutMs: TIMEOUT_MS,
    use: async (db) => {
      const { databases } = await db.admin().listDatabases({ nameOnly: true });
      // Some rows name several databases by the one that they were given.
      for (const { name } of databases)
        if (name.startsWith(MONGODB_DATABASE)) await db.client.db(name).dropDatabase();
    },
  });
}

async function removeKeys({ REDIS_URL, REDIS_KEY_PREFIX }: Config): Promise<void> {
  const redis = openWaitingRedis({ url: REDIS_URL, silenceTimeoutMs: TIMEOUT_MS });
  try {
    // Some keys begin with a brace, because their prefix is a hash tag of Redis Cluster.
    const found = redis.scanStream({ match: `*${REDIS_KEY_PREFIX}*`, count: KEYS_AT_A_TIME });
    for await (const keys of found as AsyncIterable<string[]>) if (keys.length > 0) await redis.unlink(keys);
  } finally {
    redis.disconnect();
  }
}

async function deleteIndexes({ MEILI_URL, MEILI_KEY, MEILI_INDEX_PREFIX }: Config): Promise<void> {
  const engine = openSearchEngine({
    url: MEILI_URL,
    apiKey: MEILI_KEY,
    connections: 1,
    timeoutMs: TIMEOUT_MS,
    silenceTimeoutMs: TIMEOUT_MS,
  });
  try {
    const { results } = await engine.client.getRawIndexes({ limit: MAX_INDEXES });
    for (const { uid } of results)
      if (uid.startsWith(MEILI_INDEX_PREFIX)) await engine.client.deleteIndex(uid).waitTask();
  } finally {
    await engine.close();
  }
}
