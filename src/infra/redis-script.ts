import { createHash } from "node:crypto";
import { isRedisReplyError, type Redis } from "./redis.ts";

/** Runs a Lua script on one key, as one atomic step. */
export type RedisScript = (key: string, args: readonly (string | number)[]) => Promise<unknown>;

/** Creates a script. Redis is sent its text once; later calls send only its digest. */
export function createRedisScript(redis: Redis, lua: string): RedisScript {
  const digest = createHash("sha1").update(lua).digest("hex");
  return async (key, args) => {
    try {
      return await redis.evalsha(digest, 1, key, ...args);
    } catch (error) {
      if (!isRedisReplyError(error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return redis.eval(lua, 1, key, ...args);
    }
  };
}
