import { createHash } from "node:crypto";
import { isRedisReplyError, type Redis } from "./redis.ts";

/** Runs a Lua script on one key, or on several keys of one hash tag, as one atomic step. */
export type RedisScript = (
  keys: string | readonly string[],
  args: readonly (string | number)[],
) => Promise<unknown>;

/** Creates a script. Redis is sent its text once; later calls send only its digest. */
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
