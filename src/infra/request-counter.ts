import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../config.ts";
import { StoreUnavailableError } from "../errors.ts";
import { bounded, LateError } from "./bounded.ts";
import { createKnownCounts, type KnownCount } from "./known-counts.ts";
import type { Logger } from "./logger.ts";
import type { Redis } from "./redis.ts";
import type { ServerSecret } from "./server-secret.ts";
import { asStoreError } from "./store-errors.ts";

/** The interval, in ms, in which one request asks Redis again while Redis gives no counts. */
const RETRY_MS = 1000;

/**
 * The result of counting a request of a client: how many further requests are allowed, and until when the window lasts.
 */
export interface Counted {
  isRefused: boolean;
  /** The number of requests that the client may still send until the window of the rate limit ends. */
  remaining: number;
  /** The time until the present window of the rate limit ends, in ms. */
  resetMs: number;
}

/**
 * Creates the counter of one rate limit. Redis counts atomically, so that the limit holds for all web processes
 * together. The process stores the counts that Redis returns, so that requests of a client beyond its limit cause no
 * further calls to Redis. While Redis gives no answer, the process continues to count from the stored counts.
 */
export function createRequestCounter({ name, limit, windowS }: CountedLimit, deps: CounterDeps) {
  const { redis, source, serverSecret, config } = deps;
  const keyPrefix = `${config.REDIS_KEY_PREFIX}:rate:${name}`;
  const shared = new RateLimiterRedis({ storeClient: redis, keyPrefix, points: limit, duration: windowS });
  const known = createKnownCounts({ maxKeys: config.RATE_LIMIT_MEMORY_CLIENTS, windowMs: windowS * 1000 });

  const describe = ({ count, endsAt }: KnownCount): Counted => ({
    isRefused: count > limit,
    remaining: Math.max(limit - count, 0),
    resetMs: Math.max(endsAt - performance.now(), 0),
  });

  /**
   * Returns the refusal of a request if this process knows that its client has used up the rate limit; otherwise null.
   */
  function findRefusal(client: string): Counted | null {
    const entry = known.find(client);
    if (!entry || entry.count < limit) return null;
    return { ...describe(entry), isRefused: true, remaining: 0 };
  }

  return {
    limit,
    findRefusal,

    /** Counts a request of a client. Returns how many further requests are allowed. */
    count: async (client: string): Promise<Counted> => {
      const refusal = findRefusal(client);
      if (refusal) return refusal;
      // Use a pseudonym of the client in the key: an address is personal data, and the append-only file of Redis
      // contains a key even after its expiry.
      const result = await source.ask(() => consume(shared, serverSecret.pseudonymOf("rate limit", client)));
      if (!result) {
        // Check the rate limit again before this process counts the request: calls to Redis that are sent at the same
        // time also fail at the same time, so another request of the client may just have used up the limit.
        return findRefusal(client) ?? describe(known.add(client));
      }
      const { consumedPoints, msBeforeNext } = result;
      return describe(known.learn(client, consumedPoints, performance.now() + msBeforeNext));
    },
  };
}

/**
 * Counts a request in Redis. The promise of rate-limiter-flexible also rejects with the result if the rate limit is
 * exceeded, and with an error if Redis failed.
 */
async function consume(limiter: RateLimiterRedis, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return thrown;
    throw thrown;
  }
}

/** Asks Redis for counts of requests. After a call has failed, sends no further call for RETRY_MS. */
type CountSource = ReturnType<typeof createCountSource>;

/**
 * Creates the object that asks Redis for counts of requests, and that alone records whether Redis answers these calls.
 */
export function createCountSource({ config, logger }: { config: SourceConfig; logger: Logger }) {
  let isAway = false;
  let isLogged = false;
  let retryAt = 0;

  function logSlow(): void {
    if (!isLogged && isAway)
      logger.warn(
        "Redis counts requests too slowly: for the rate limits, this process counts its own requests",
      );
    isLogged ||= isAway;
  }

  /**
   * Logs that Redis does not count requests. The log of the stores' outages reports an outage of Redis once for all
   * callers; this function logs any other error once.
   */
  function logFailed(error: unknown): void {
    const isOutage = asStoreError(error) instanceof StoreUnavailableError;
    if (isOutage || !isLogged)
      logger.warn(
        { err: error },
        "Redis does not count requests: for the rate limits, this process counts its own requests",
      );
    isLogged ||= !isOutage;
  }

  return {
    /**
     * Returns Redis's answer to a call. Returns null if the call fails or takes longer than
     * RATE_LIMIT_REDIS_TIMEOUT_MS, and also, without calling Redis, in the RETRY_MS after such a call.
     */
    ask: async <T>(call: () => Promise<T>): Promise<T | null> => {
      if (isAway) {
        if (performance.now() < retryAt) return null;
        retryAt = performance.now() + RETRY_MS;
      }
      const counting = call();
      try {
        const answer = await bounded(counting, config.RATE_LIMIT_REDIS_TIMEOUT_MS, "counting a request");
        if (isLogged) logger.info("Redis counts requests again");
        isAway = false;
        isLogged = false;
        return answer;
      } catch (error) {
        isAway = true;
        retryAt = performance.now() + RETRY_MS;
        // Log a late call to Redis only when it has ended: its outcome shows whether Redis is unavailable or slow.
        if (error instanceof LateError) counting.then(logSlow, logFailed);
        else logFailed(error);
        return null;
      }
    },
  };
}

type SourceConfig = Pick<Config, "RATE_LIMIT_REDIS_TIMEOUT_MS">;

interface CounterDeps {
  redis: Redis;
  source: CountSource;
  serverSecret: Pick<ServerSecret, "pseudonymOf">;
  config: Pick<Config, "RATE_LIMIT_MEMORY_CLIENTS" | "REDIS_KEY_PREFIX">;
}

interface CountedLimit {
  /** The name of the rate limit, which is a part of its keys in Redis. */
  name: string;
  /** The maximum number of requests of a client in one window of the rate limit. */
  limit: number;
  /** The length of the rate limit's window, which begins with the first request of a client, in seconds. */
  windowS: number;
}
