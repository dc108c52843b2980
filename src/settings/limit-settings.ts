import { flag, integer } from "./values.ts";

/**
 * The settings against many clients: see docs/limits.md. RATE_LIMIT_WINDOW_S is the time in which the rate limits
 * count.
 */
export const limitSettings = {
  /**
   * The maximum number of connections. Beyond this number the connection that has been without a complete request for
   * longest is closed.
   */
  MAX_CONNECTIONS: integer(1, 1_000_000).default(2000),
  /**
   * The maximum number of connections of one address. Not applied with TRUST_PROXY, because all connections then come
   * from the proxy.
   */
  MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000).default(200),
  /** false counts no requests, for instance to measure speed. */
  RATE_LIMITS: flag.default(true),
  /** Submissions of one account in a minute. */
  RATE_LIMIT_SUBMISSIONS: integer(1, 1_000_000_000).default(600),
  /** Other changes of one account in a minute, such as those of builds. */
  RATE_LIMIT_CHANGES: integer(1, 1_000_000_000).default(600),
  /** Reads and searches of one address in a minute. */
  RATE_LIMIT_READS: integer(1, 1_000_000_000).default(3000),
  /** Requests of one address to the calls of log-ins in a minute. */
  RATE_LIMIT_LOG_INS: integer(1, 1_000_000_000).default(20),
};
