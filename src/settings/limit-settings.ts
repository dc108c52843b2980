import { flag, integer } from "./values.ts";

/**
 * The settings that limit connections and requests, so that many clients cannot overload the service: see
 * docs/limits.md. Each rate limit counts in windows of RATE_LIMIT_WINDOW_S.
 */
export const limitSettings = {
  /**
   * The maximum number of connections. For a further connection, the service closes a connection without a complete
   * request, preferably of the address that has the most connections.
   */
  MAX_CONNECTIONS: integer(1, 1_000_000).default(2000),
  /**
   * The maximum number of connections of one address. The limit does not apply to the proxies of TRUST_PROXY, which
   * forward the requests of many clients.
   */
  MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000).default(200),
  /** Whether the rate limits apply. With `false`, no requests are counted, which is useful for measuring speed. */
  RATE_LIMITS: flag.default(true),
  /** The maximum number of submissions of one account in a minute. */
  RATE_LIMIT_SUBMISSIONS: integer(1, 1_000_000_000).default(600),
  /** The maximum number of changes by one account in a minute, such as changes of builds. Submissions do not count. */
  RATE_LIMIT_CHANGES: integer(1, 1_000_000_000).default(600),
  /** The maximum number of reads and searches from one address in a minute. */
  RATE_LIMIT_READS: integer(1, 1_000_000_000).default(3000),
  /** The maximum number of requests to the calls under /login from one address in a minute. */
  RATE_LIMIT_LOG_INS: integer(1, 1_000_000_000).default(20),
};
