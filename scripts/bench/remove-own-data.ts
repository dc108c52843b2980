import { Redis } from "ioredis";
import { Meilisearch } from "meilisearch";
import { MongoClient } from "mongodb";
import { parseConfig, type Config } from "../../src/config.ts";

const KEYS_AT_A_TIME = 1000;
const MAX_INDEXES = 1000;

/**
 * Removes the data that a measurement has stored in given stores: its databases, keys and indexes. A store that the
 * measurement itself started needs no clean-up: its data is in the folder of the measurement, which is removed as a
 * whole.
 * @param given the settings of the measurement: no other data may have a name with the prefix of its databases, keys
 * and indexes
 */
export async function removeOwnData(given: NodeJS.ProcessEnv): Promise<void> {
  const config = parseConfig(given);
  if (given["MONGODB_URL"]) await dropDatabases(config);
  if (given["REDIS_URL"]) await removeKeys(config);
  if (given["MEILI_URL"]) await deleteIndexes(config);
}

async function dropDatabases({ MONGODB_URL, MONGODB_DATABASE }: Config): Promise<void> {
  const client = new MongoClient(MONGODB_URL);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    // Remove every database whose name starts with the given name, because some measurements use several databases.
    const own = databases.filter(({ name }) => name.startsWith(MONGODB_DATABASE));
    for (const { name } of own) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}

async function removeKeys({ REDIS_URL, REDIS_KEY_PREFIX }: Config): Promise<void> {
  const redis = new Redis(REDIS_URL);
  try {
    // Search for the measurement's prefix anywhere in a Redis key, because some keys begin with the brace of a hash tag
    // of Redis Cluster.
    const found = redis.scanStream({ match: `*${REDIS_KEY_PREFIX}*`, count: KEYS_AT_A_TIME });
    for await (const keys of found as AsyncIterable<string[]>) if (keys.length > 0) await redis.unlink(keys);
  } finally {
    redis.disconnect();
  }
}

async function deleteIndexes({ MEILI_URL, MEILI_KEY, MEILI_INDEX_PREFIX }: Config): Promise<void> {
  const client = new Meilisearch({ host: MEILI_URL, ...(MEILI_KEY !== undefined && { apiKey: MEILI_KEY }) });
  const { results } = await client.getRawIndexes({ limit: MAX_INDEXES });
  const own = results.filter(({ uid }) => uid.startsWith(MEILI_INDEX_PREFIX));
  for (const { uid } of own) await client.deleteIndex(uid).waitTask();
}
