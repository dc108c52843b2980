import type { Client } from "./client.ts";
import { eventually } from "../faults/system.ts";
import type { TestService } from "./service.ts";

/**
 * The maximum time in ms to wait until no file is marked as a possible orphan (a file without a submission). If a file
 * is still marked after that time, the counts show the mark.
 */
const NOTED_MS = 5000;

const collections = ["submissions", "runs", "uploads", "files.files", "files.chunks"];

/**
 * Counts the stored documents of submissions, and the runs that the client's account has used. A refused request must
 * leave all these counts unchanged.
 */
export async function storedState({ stores }: TestService, client: Client): Promise<Record<string, number>> {
  // Wait until no file is marked as a possible orphan (a file without a submission). The service removes the mark
  // within a second after its response to an accepted request.
  await eventually(
    () => stores.db.collection("uploads").countDocuments(),
    (count) => count === 0,
    NOTED_MS,
  );
  const counts = await Promise.all(
    collections.map(async (name) => [name, await stores.db.collection(name).countDocuments()] as const),
  );
  const submissions = await stores.db.collection<StoredBytes>("submissions").find().toArray();
  const small = submissions.reduce((sum, { contents = {} }) => sum + Object.keys(contents).length, 0);
  const { body } = await client.get("/me");
  return { ...Object.fromEntries(counts), "small files": small, used: body.usage.used as number };
}

/** A document that may contain the bytes of files: a chunk of GridFS, or a submission with small files. */
interface StoredBytes {
  data?: { buffer: Uint8Array };
  contents?: Record<string, { buffer: Uint8Array }>;
}

/** Returns the names of all documents in MongoDB and all keys in Redis whose name or value contains a text. */
export async function placesOf({ stores }: TestService, text: string): Promise<string[]> {
  const places: string[] = [];
  for (const { name } of await stores.db.listCollections().toArray()) {
    for (const document of await stores.db.collection(name).find().toArray()) {
      const { data, contents = {}, ...fields } = document as StoredBytes;
      const files = Object.values(contents).some(({ buffer }) => Buffer.from(buffer).includes(text));
      const found = data ? Buffer.from(data.buffer).includes(text) : JSON.stringify(fields).includes(text);
      if (found) places.push(`${name} ${String(document._id)}`);
      if (files) places.push(`${name}.contents ${String(document._id)}`);
    }
  }
  for (const key of await stores.redis.keys(`*${stores.keyPrefix}*`))
    if (key.includes(text) || (await dumpOf(stores.redis, key)).includes(text)) places.push(`redis ${key}`);
  return places;
}

/** Returns the value of a key of any type in Redis, as text; an empty text if the key no longer exists. */
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
