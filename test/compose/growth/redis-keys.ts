import type { TestStores } from "../../helpers/stores.ts";

/** A kind of key in Redis, and what limits the number and the content of such keys. */
interface KeyRule {
  /** The pattern of a key, with `<prefix>` in place of the value of REDIS_KEY_PREFIX. */
  pattern: RegExp;
  /** Whether the key has an expiry in Redis. */
  expires: boolean;
  /** The reason why the number and the content of the Redis keys are limited, if the keys have no expiry. */
  bound?: string;
}

const QUEUES = "parse-run|sync-products|update-standings|fill-ranks|check-scores";

/** Every kind of key that the service has in Redis. */
const rules: readonly KeyRule[] = [
  { pattern: /^<prefix>:usage:\{[^}]+\}:\d{4}-\d{2}(?::shown)?$/, expires: true },
  { pattern: /^<prefix>:usage:tick$/, expires: false, bound: "one number" },
  { pattern: /^<prefix>:rate:/, expires: true },
  { pattern: /^\{<prefix>:standings\}:lock:/, expires: true },
  { pattern: /^\{<prefix>:standings\}:(?:ready|filling)$/, expires: false, bound: "one text each" },
  {
    pattern: /^\{<prefix>:standings\}:generations$/,
    expires: false,
    bound: "the generations that have keys",
  },
  {
    pattern: /^\{<prefix>:standings\}:[^:]+:/,
    expires: false,
    bound:
      "a member for each entry at each of its places, in the generation in use and in the generation being filled",
  },
  {
    pattern: new RegExp(`^\\{<prefix>:queue\\}:(?:${QUEUES}):(?:meta|id|pc|marker|stalled|stalled-check)$`),
    expires: false,
    bound: "one for each queue",
  },
  {
    pattern: new RegExp(`^\\{<prefix>:queue\\}:(?:${QUEUES}):events$`),
    expires: false,
    bound: "BullMQ cuts the stream at about 10,000 events",
  },
  {
    pattern: new RegExp(`^\\{<prefix>:queue\\}:(?:${QUEUES}):(?:wait|active|prioritized|delayed|de:.*)$`),
    expires: false,
    bound: "jobs that have not ended",
  },
];

/**
 * Returns a sentence for each faulty Redis key of a service: a key that matches no rule, or that should expire but has
 * no expiry.
 */
export async function faultsOfKeys({
  redis,
  keyPrefix,
}: Pick<TestStores, "redis" | "keyPrefix">): Promise<string[]> {
  const faults: string[] = [];
  for (const key of await redis.keys(`*${keyPrefix}*`)) {
    const shown = key.replace(keyPrefix, "<prefix>");
    const rule = rules.find(({ pattern }) => pattern.test(shown));
    const ttlMs = await redis.pttl(key);
    if (!rule) faults.push(`${shown}: a key that matches no rule`);
    else if (rule.expires && ttlMs === -1) faults.push(`${shown}: expected an expiry, found none`);
  }
  return faults;
}
