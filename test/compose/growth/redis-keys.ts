import type { TestStores } from "../../helpers/stores.ts";

/** What keeps a kind of key from growing without end. */
interface KeyRule {
  /** How the keys look, `<prefix>` standing for REDIS_KEY_PREFIX. */
  pattern: RegExp;
  /** True where Redis removes the key by itself. */
  expires: boolean;
  /** Otherwise: what bounds how many there are, and what each holds. */
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
    bound: "a member for each entry at each of its places, in the generation in use and the one being filled",
  },
  {
    pattern: new RegExp(`^\\{<prefix>:queue\\}:(?:${QUEUES}):(?:meta|id|pc|marker|stalled|stalled-check)$`),
    expires: false,
    bound: "one a queue",
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

/** Returns in words what is wrong with the keys of a service: one that no rule knows, or that should expire and does not. */
export async function faultsOfKeys({
  redis,
  keyPrefix,
}: Pick<TestStores, "redis" | "keyPrefix">): Promise<string[]> {
  const faults: string[] = [];
  for (const key of await redis.keys(`*${keyPrefix}*`)) {
    const shown = key.replace(keyPrefix, "<prefix>");
    const rule = rules.find(({ pattern }) => pattern.test(shown));
    const ttlMs = await redis.pttl(key);
    if (!rule) faults.push(`${shown}: a key that no rule knows`);
    else if (rule.expires && ttlMs === -1) faults.push(`${shown}: expected to expire, found that it stays`);
  }
  return faults;
}
