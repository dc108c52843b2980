import { createHash } from "node:crypto";
import { isRedisReplyError, type Redis } from "./redis.ts";

/** Runs a Lua script on one key, or on several keys of one hash tag, as one atomic step. */
export type RedisScript = (
  keys: string | readonly string[],
  args: readonly (string | number)[],
) => Promise<unknown>;

/**
 * Creates the function that runs a Lua script. The text of the script is sent to Redis once; later calls send only the
 * digest of the text.
 */
export function createRedisScript(redis: Redis, lua: string): RedisScript {
  const digest = createHash("sha1").update(lua).digest("hex");
  return async (given, args) => {
    const keys = typeof given === "string" ? [given] : given;
    try {
      return await redis.evalsha(digest, keys.length, ...keys, ...args);
    } catch (error) {
      if (!isRedisReplyError(error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return redis.eval(lua, keys.length, ...keys, ...args);
    }
  };
}

/**
 * The first lines of each script that works on a hash which can be rebuilt from MongoDB. The lines read Redis's own
 * time. A script that changes the hash raises the hash's version, the field `ver`, so that data from MongoDB is stored
 * only if the hash has not changed since the data was read. A version is the time in µs, or one more than the last
 * version: a version that was read before Redis lost the hash, or got an older copy of it, never matches the hash
 * afterwards.
 */
export const VERSIONED_HASH_LUA = `
local key = KEYS[1]
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
local now_us = time[1] * 1000000 + time[2]
-- Numbers of this size need a format: Lua would write them with an exponent.
local function next_after(number)
  return string.format('%.0f', math.max(tonumber(number or 0) + 1, now_us))
end
local function raise_version()
  redis.call('HSET', key, 'ver', next_after(redis.call('HGET', key, 'ver')))
end
`;
