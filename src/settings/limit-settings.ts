import { flag, integer } from "./values.ts";

/** The settings against slow clients and many clients: see docs/limits.md. */
export const limitSettings = {
  /** How long a client may take to send the headers of a request. */
  HEADERS_TIMEOUT_MS: integer(100, 600_000).default(10_000),
  /** How long a client may take to send a whole JSON body. */
  JSON_BODY_TIMEOUT_MS: integer(100, 600_000).default(10_000),
  /** Slowest rate at which a client may send a form or take a response, once TRANSFER_GRACE_MS is used up. */
  MIN_TRANSFER_BYTES_PER_S: integer(1, 1_000_000_000).default(10_240),
  /** How long a transfer may stay below the minimum rate. Every byte above it gives some of the time back. */
  TRANSFER_GRACE_MS: integer(100, 3_600_000).default(30_000),
  /** Most connections at once. Beyond them the one that has gone longest without a whole request is closed. */
  MAX_CONNECTIONS: integer(1, 1_000_000).default(2000),
  /** Further connections for when all others are busy with whole requests. They get no answer but the health checks. */
  RESERVED_CONNECTIONS: integer(1, 100_000).default(50),
  /** Most connections at once of one address. Not applied with TRUST_PROXY, since all connections are then the proxy's. */
  MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000).default(200),
  /** Most requests of one address that wait for a run (`?wait=`) at once. */
  MAX_WAITS_PER_ADDRESS: integer(1, 1_000_000).default(100),
  /** false counts no requests, for instance to measure speed. */
  RATE_LIMITS: flag.default(true),
  /** The time in which the rate limits below count. */
  RATE_LIMIT_WINDOW_S: integer(1, 86_400).default(60),
  /** Submissions of one account in RATE_LIMIT_WINDOW_S. */
  RATE_LIMIT_SUBMISSIONS: integer(1, 1_000_000_000).default(600),
  /** Other changes of one account in RATE_LIMIT_WINDOW_S, such as those of builds. */
  RATE_LIMIT_CHANGES: integer(1, 1_000_000_000).default(600),
  /** Reads and searches of one address in RATE_LIMIT_WINDOW_S. */
  RATE_LIMIT_READS: integer(1, 1_000_000_000).default(3000),
  /** Requests of one address in RATE_LIMIT_WINDOW_S that would change something by a session or token that is not valid. */
  RATE_LIMIT_BAD_CREDENTIALS: integer(1, 1_000_000_000).default(3000),
  /** Requests of one address to the calls of log-ins in RATE_LIMIT_WINDOW_S. */
  RATE_LIMIT_LOG_INS: integer(1, 1_000_000_000).default(20),
  /** How long a request waits for its count from Redis before this process counts by itself. */
  RATE_LIMIT_REDIS_TIMEOUT_MS: integer(1, 60_000).default(100),
  /** Most accounts or addresses that a process remembers for each rate limit. */
  RATE_LIMIT_MEMORY_CLIENTS: integer(16, 10_000_000).default(10_000),
};
