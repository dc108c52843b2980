import type { Client } from "./client.ts";
import type { TestService } from "./service.ts";

const collections = ["submissions", "runs", "uploads", "files.files", "files.chunks"];

/**
 * Counts what is stored of submissions and how many runs the client's account has used. A refused request must leave all these
 * counts unchanged.
 */
export async function storedState({ stores }: TestService, client: Client): Promise<Record<string, number>> {
  const counts = await Promise.all(
    collections.map(async (name) => [name, await stores.db.collection(name).countDocuments()] as const),
  );
  const { body } = await client.get("/me");
  return { ...Object.fromEntries(counts), used: body.usage.used as number };
}

/** The names of all documents in MongoDB and of all keys in Redis that contain a text, in their names or in what they hold. */
export async function placesOf({ stores }: TestService, text: string): Promise<string[]> {
  const places: string[] = [];
  for (const { name } of await stores.db.listCollections().toArray()) {
    for (const document of await stores.db.collection(name).find().toArray()) {
      const bytes = document["data"]?.buffer as Uint8Array | undefined;
      const found = bytes ? Buffer.from(bytes).includes(text) : JSON.stringify(document).includes(text);
      if (found) places.push(`${name} ${String(document._id)}`);
    }
  }
  for (const key of await stores.redis.keys(`*${stores.keyPrefix}*`))
    if (key.includes(text) || (await dumpOf(stores.redis, key)).includes(text)) places.push(`redis ${key}`);
  return places;
}

/** What a key of Redis holds, of whatever type. Empty for a key that is gone. */
async function dumpOf(redis: TestService["stores"]["redis"], key: string): Promise<string> {
  switch (await redis.type(key)) {
    case "string":
      return (await redis.get(key)) ?? "";
    case "hash":
      return JSON.stringify(await redis.hgetall(key));
    case "list":
      return JSON.stringify(await redis.lrange(key, 0, -1));
    case "set":
      return JSON.stringify(await redis.smembers(key));
    case "zset":
      return JSON.stringify(await redis.zrange(key, 0, "-1"));
    case "stream":
      return JSON.stringify(await redis.xrange(key, "-", "+"));
    case "none":
      return "";
    default:
      throw new Error(`the type of the key ${key} cannot be searched`);
  }
}
