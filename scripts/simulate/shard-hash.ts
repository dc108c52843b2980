import { createHash } from "node:crypto";
import { ObjectId } from "bson";

/** The types of BSON by the order in which MongoDB compares them (`canonicalizeBSONType` in its source), as far as keys have them here. */
const NUMBER = 10;
const STRING = 15;
const OBJECT_ID = 35;

/**
 * Returns the hash by which MongoDB shards a key: the first 8 bytes of the MD5 of a seed, the type and the value, as a signed number
 * (`BSONElementHasher::hash64` in its source). A number counts by its whole part.
 */
export function hashOfKey(key: string | number | ObjectId, seed = 0): bigint {
  const head = Buffer.alloc(8);
  head.writeInt32LE(seed, 0);
  head.writeInt32LE(typeof key === "string" ? STRING : typeof key === "number" ? NUMBER : OBJECT_ID, 4);
  return createHash("md5").update(head).update(valueOf(key)).digest().readBigInt64LE(0);
}

function valueOf(key: string | number | ObjectId): Uint8Array {
  if (key instanceof ObjectId) return key.id;
  if (typeof key === "number") {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(Math.trunc(key)));
    return bytes;
  }
  const text = Buffer.from(`${key}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32LE(text.length);
  return Buffer.concat([length, text]);
}

const HALF = 2n ** 63n;

/** Returns the shard of a hash where each shard has a range of the same size, as MongoDB gives an empty collection. */
export const shardOf = (hash: bigint, shards: number): number =>
  Number(((hash + HALF) * BigInt(shards)) >> 64n);
