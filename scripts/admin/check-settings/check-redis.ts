import { randomUUID } from "node:crypto";
import type { Config } from "../../../src/config.ts";
import { messageOf } from "../../../src/infra/message-of.ts";
import { openRedis, waitForRedis, type Redis } from "../../../src/infra/redis.ts";
import { ANSWER_TIMEOUT_MS, faults, unusable, warnings, type Finding } from "./finding.ts";

/** The oldest version that the queues support: BullMQ recommends at least 6.2. */
const OLDEST_VERSION = [6, 2] as const;

/**
 * Checks that Redis answers, that its version is recent enough, that it takes writes, evicts nothing and writes to its
 * disk. Also checks that the user may write keys with the prefix and run scripts.
 */
export async function checkRedis({ REDIS_URL: url, REDIS_KEY_PREFIX: prefix }: Config): Promise<Finding[]> {
  const redis = openRedis({ url, timeoutMs: ANSWER_TIMEOUT_MS, silenceTimeoutMs: ANSWER_TIMEOUT_MS });
  let reason = "no answer";
  redis.on("error", ({ message }: Error) => (reason = message));
  try {
    await waitForRedis(redis, ANSWER_TIMEOUT_MS);
  } catch {
    redis.disconnect();
    return unusable("Redis", "REDIS_URL", reason);
  }
  try {
    const facts = await factsOf(redis);
    const found = [...serverFindings(facts), ...faults(...(await refusedWork(redis, prefix)))];
    const version = `Redis ${facts.get("redis_version")}`;
    const isFaulty = found.some(({ level }) => level === "fault");
    return isFaulty
      ? found
      : [{ level: "ok", text: `${version}: writes keys with the prefix ${prefix}` }, ...found];
  } catch (error) {
    return unusable("Redis", "REDIS_URL", error);
  } finally {
    redis.disconnect();
  }
}

/** Returns the facts that Redis's command INFO states, by the names that INFO gives them. */
async function factsOf(redis: Redis): Promise<ReadonlyMap<string, string>> {
  const lines = (await redis.info()).split(/\r?\n/);
  return new Map(lines.map((line) => [line.split(":", 1)[0] ?? "", line.slice(line.indexOf(":") + 1)]));
}

function serverFindings(facts: ReadonlyMap<string, string>): Finding[] {
  const version = facts.get("redis_version") ?? "";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_VERSION;
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  const policy = facts.get("maxmemory_policy");
  const isWritten =
    facts.get("rdb_last_bgsave_status") !== "err" && facts.get("aof_last_write_status") !== "err";
  return [
    ...faults(
      ...(isOld ? [`Redis ${version} is too old: expected ${OLDEST_VERSION.join(".")} or newer.`] : []),
      ...(policy === "noeviction"
        ? []
        : [`Redis may evict queues and counters: its maxmemory-policy is ${policy}. Set noeviction.`]),
      ...(facts.get("role") === "slave"
        ? ["Redis is a replica, which takes no writes. Set REDIS_URL to the primary."]
        : []),
      ...(isWritten
        ? []
        : ["Redis could not write to its disk at the last try: see its log, and whether the disk is full."]),
    ),
    ...(facts.get("aof_enabled") === "1"
      ? []
      : warnings(
          "Redis has no append-only file: after a crash, sweeps have to restore its queues. Set appendonly yes.",
        )),
  ];
}

/** Writes, reads and deletes a key, and runs a script. Returns a sentence for each command that Redis refuses. */
async function refusedWork(redis: Redis, prefix: string): Promise<string[]> {
  const key = `${prefix}:check-settings:${randomUUID()}`;
  const work = {
    SET: () => redis.set(key, "1", "PX", 60_000),
    GET: () => redis.get(key),
    EVAL: () => redis.eval("return redis.call('GET', KEYS[1])", 1, key),
    DEL: () => redis.del(key),
  };
  const refusals: string[] = [];
  for (const [command, run] of Object.entries(work))
    try {
      await run();
    } catch (error) {
      refusals.push(`Redis refuses ${command} of a key with the prefix ${prefix}: ${messageOf(error)}`);
    }
  return refusals;
}
