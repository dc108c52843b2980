/** How long a client may take to send the headers of a request. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** How long a connection may be idle before it is closed. Must be longer than the longest wait for a result. */
export const CONNECTION_IDLE_TIMEOUT_MS = 60_000;

/** Largest JSON body, in bytes. */
export const MAX_JSON_BYTES = 64 * 1024;

/** How long a client may take to send a whole JSON body. */
export const JSON_BODY_TIMEOUT_MS = 10_000;

/** How much of a refused request is still read, so that its sender sees the response. */
export const DRAIN_MAX_BYTES = 16 * 1024 * 1024;

/** How long a refused request is still read, so that its sender sees the response. */
export const DRAIN_TIMEOUT_MS = 5000;

/** Slowest rate at which a client may send a form or take a response, once TRANSFER_GRACE_MS is used up. */
export const MIN_TRANSFER_BYTES_PER_S = 10_240;

/**
 * How long a transfer may stay below the minimum rate. Every byte above that rate gives some of the time back. Must be
 * much shorter than UPLOAD_AGE_MS, after which the file of a form that stands still counts as orphaned.
 */
export const TRANSFER_GRACE_MS = 30_000;

/**
 * Further connections while all of MAX_CONNECTIONS are busy with complete requests. Only health checks are answered on
 * them.
 */
export const RESERVED_CONNECTIONS = 50;

/** The maximum number of requests of one address that wait for a run (`?wait=`) at the same time. */
export const MAX_WAITS_PER_ADDRESS = 100;

/** The window of all rate limits, in seconds. */
export const RATE_LIMIT_WINDOW_S = 60;

/**
 * The maximum number of requests in RATE_LIMIT_WINDOW_S by which one address tries to change something with an invalid
 * session or token.
 */
export const RATE_LIMIT_BAD_CREDENTIALS = 3000;

/** How long a request waits for its count from Redis before this process counts by itself. */
export const RATE_LIMIT_REDIS_TIMEOUT_MS = 100;

/** The maximum number of accounts or addresses that a process remembers for each rate limit. */
export const RATE_LIMIT_MEMORY_CLIENTS = 10_000;
