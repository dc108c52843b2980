import { BSON } from "mongodb";
import type { TestStores } from "./stores.ts";

/**
 * Searches for texts in every document of every collection, GridFS included, every key and value in Redis, and every
 * document in Meilisearch. Returns the place and the text of each match, such as "runs: ada".
 */
export async function findInStores(stores: TestStores, texts: readonly string[]): Promise<string[]> {
  const places = [
    ...(await searchMongo(stores, texts)),
    ...(await searchRedis(stores, texts)),
    ...(await searchMeilisearch(stores, texts)),
  ];
  return [...new Set(places)].sort();
}

function foundIn(place: string, bytes: Buffer, texts: readonly string[]): string[] {
  return texts.filter((text) => bytes.includes(text)).map((text) => `${place}: ${text}`);
}

async function searchMongo({ db }: TestStores, texts: readonly string[]): Promise<string[]> {
  const places: string[] = [];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    for await (const document of db.collection(name).find())
      // Search the BSON of the document, because BSON stores texts and binary values unencoded.
      places.push(...foundIn(name, Buffer.from(BSON.serialize(document)), texts));
  return places;
}

async function searchRedis({ redis, keyPrefix }: TestStores, texts: readonly string[]): Promise<string[]> {
  const keys = await redis.keys(`*${keyPrefix}*`);
  const values = await Promise.all(keys.map(async (key) => valueOf({ redis }, key)));
  return keys.flatMap((key, index) =>
    foundIn("Redis", Buffer.from(`${key}\n${JSON.stringify(values[index])}`), texts),
  );
}

async function valueOf({ redis }: Pick<TestStores, "redis">, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case "string":
      return redis.get(key);
    case "hash":
      return redis.hgetall(key);
    case "list":
      return redis.lrange(key, "0", "-1");
    case "set":
      return redis.smembers(key);
    case "zset":
      return redis.zrange(key, "0", "-1");
    case "stream":
      return redis.xrange(key, "-", "+");
    default:
      return null;
  }
}

async function searchMeilisearch(
  { searchEngine: { client }, indexPrefix }: TestStores,
  texts: readonly string[],
): Promise<string[]> {
  const { results } = await client.getRawIndexes({ limit: 1000 });
  const places = results
    .filter(({ uid }) => uid.startsWith(indexPrefix))
    .map(async ({ uid }) => {
      const documents = await client.index(uid).getDocuments({ limit: 10_000 });
      return foundIn("Meilisearch", Buffer.from(JSON.stringify([uid, documents])), texts);
    });
  return (await Promise.all(places)).flat();
}
