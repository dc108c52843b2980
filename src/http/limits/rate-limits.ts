import type { Context } from "koa";
import type { Config } from "../../config.ts";
import { addressGroup } from "../../infra/address-group.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Redis } from "../../infra/redis.ts";
import { createCountSource, createRequestCounter, type Counted } from "../../infra/request-counter.ts";
import type { ServerSecret } from "../../infra/server-secret.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";
import type { LimitReports } from "./limit-reports.ts";

/** The rate limits, by the names that clients see. */
const rateLimits = {
  submissions: { limit: "RATE_LIMIT_SUBMISSIONS", per: "account" },
  inspections: { limit: "RATE_LIMIT_INSPECTIONS", per: "account" },
  changes: { limit: "RATE_LIMIT_CHANGES", per: "account" },
  downloads: { limit: "RATE_LIMIT_DOWNLOADS", per: "address" },
  reads: { limit: "RATE_LIMIT_READS", per: "address" },
  bad_credentials: { limit: "RATE_LIMIT_BAD_CREDENTIALS", per: "address" },
  log_ins: { limit: "RATE_LIMIT_LOG_INS", per: "address" },
} as const;

/** The name of a rate limit. */
export type RateLimitName = keyof typeof rateLimits;

/**
 * Returns whether a rate limit counts requests by account or by address. The caller of a request that is counted by
 * account has to be identified first.
 */
export const perOf = (name: RateLimitName): "account" | "address" => rateLimits[name].per;

/** The part of a route's declaration that determines its rate limit. */
interface LimitedRoute {
  limit?: RateLimitName | "none";
  path: string;
  auth: string;
  isReadOnly: boolean;
}

/**
 * Returns the rate limit of a route: the limit that the route declares, otherwise `log_ins` below /login, `changes` for
 * routes that change data of a signed-in caller, and `reads` for all others.
 */
export function rateLimitOf({ limit, path, auth, isReadOnly }: LimitedRoute): RateLimitName | "none" {
  if (limit !== undefined) return limit;
  if (path.startsWith("/login/")) return "log_ins";
  return isReadOnly || auth !== "session" ? "reads" : "changes";
}

/** Refuses requests beyond the rate limits. */
export type RateLimits = ReturnType<typeof createRateLimits>;

/** Creates the rate limits. With RATE_LIMITS=false no request is counted or refused. */
export function createRateLimits(deps: RateLimitsDeps) {
  const { config, reports } = deps;
  const source = createCountSource(deps);
  const windowS = config.RATE_LIMIT_WINDOW_S;
  const counterOf = (name: RateLimitName) =>
    createRequestCounter({ name, limit: config[rateLimits[name].limit], windowS }, { ...deps, source });
  const names = Object.keys(rateLimits) as RateLimitName[];
  const counters = Object.fromEntries(names.map((name) => [name, counterOf(name)])) as Record<
    RateLimitName,
    ReturnType<typeof counterOf>
  >;

  /**
   * Sets the headers that tell a client how many more requests a rate limit allows.
   * @throws Problem 429 where the limit is reached
   */
  function judge(context: Context, name: RateLimitName, accountId: string | null, counted: Counted): void {
    const { limit } = counters[name];
    const resetS = Math.ceil(counted.resetMs / 1000);
    // Set the header fields of draft-ietf-httpapi-ratelimit-headers-10, which are structured fields (RFC 9651).
    context.set({
      "RateLimit-Policy": `"${name}";q=${limit};w=${windowS}`,
      RateLimit: `"${name}";r=${counted.remaining};t=${resetS}`,
    });
    if (!counted.isRefused) return;
    reports.report(name, { account_id: accountId, address: context.ip });
    const seconds = Math.max(resetS, 1);
    const detail = `Expected at most ${limit} requests in ${windowS} s that count as "${name}", from one ${perOf(name)}; found one more. Send the request again in ${seconds} s.`;
    throw new Problem(problemTypes.tooManyRequests, {
      detail,
      faults: [{ pointer: "", detail: `The rate limit "${name}" is reached.` }],
      extensions: { "violated-policies": [name] },
      headers: { "Retry-After": String(seconds) },
    });
  }

  return {
    /**
     * Refuses a request if this process knows that the sender has reached the rate limit. The check does not call
     * Redis.
     * @param accountId the account that sends the request; null where the limit counts by address
     * @throws Problem 429
     */
    refuseKnown: (context: Context, name: RateLimitName, accountId: string | null): void => {
      if (!config.RATE_LIMITS) return;
      const refusal = counters[name].findRefusal(accountId ?? addressGroup(context.ip));
      if (refusal) judge(context, name, accountId, refusal);
    },

    /**
     * Counts a request against a rate limit.
     * @param accountId the account that sends the request; null where the limit counts by address
     * @throws Problem 429
     */
    take: async (context: Context, name: RateLimitName, accountId: string | null): Promise<void> => {
      if (!config.RATE_LIMITS) return;
      judge(context, name, accountId, await counters[name].count(accountId ?? addressGroup(context.ip)));
    },
  };
}

interface RateLimitsDeps {
  redis: Redis;
  logger: Logger;
  reports: LimitReports;
  serverSecret: ServerSecret;
  config: Pick<
    Config,
    | "RATE_LIMITS"
    | "RATE_LIMIT_WINDOW_S"
    | "RATE_LIMIT_SUBMISSIONS"
    | "RATE_LIMIT_INSPECTIONS"
    | "RATE_LIMIT_CHANGES"
    | "RATE_LIMIT_DOWNLOADS"
    | "RATE_LIMIT_READS"
    | "RATE_LIMIT_BAD_CREDENTIALS"
    | "RATE_LIMIT_LOG_INS"
    | "RATE_LIMIT_REDIS_TIMEOUT_MS"
    | "RATE_LIMIT_MEMORY_CLIENTS"
    | "REDIS_KEY_PREFIX"
  >;
}
