/** How long a client may take to send the headers of a request, in ms. */
export const HEADERS_TIMEOUT_MS = 10_000;

/**
 * How long a connection may be idle before the service closes the connection, in ms. The time must be longer than a
 * request may wait for a result.
 */
export const CONNECTION_IDLE_TIMEOUT_MS = 60_000;

/** The maximum size of a JSON body, in bytes. */
export const MAX_JSON_BYTES = 64 * 1024;

/** How long a client may take to send a whole JSON body, in ms. */
export const JSON_BODY_TIMEOUT_MS = 10_000;

/**
 * The maximum number of bytes of a refused request that are still read, so that the sender of the request sees the
 * response.
 */
export const DRAIN_MAX_BYTES = 16 * 1024 * 1024;

/** How long a refused request is still read, in ms, so that the sender of the request sees the response. */
export const DRAIN_TIMEOUT_MS = 5000;

/**
 * The minimum rate, in bytes per second, at which a client must send a form or take a response. The client may be
 * slower for a total of TRANSFER_GRACE_MS.
 */
export const MIN_TRANSFER_BYTES_PER_S = 10_240;

/**
 * How long the transfer of a form or response may stay below MIN_TRANSFER_BYTES_PER_S, in ms. Bytes that arrive faster
 * than this rate give some of the time back. The time must be much shorter than UPLOAD_AGE_MS, after which the file of
 * a form that stands still counts as orphaned.
 */
export const TRANSFER_GRACE_MS = 30_000;

/**
 * The maximum number of additional connections that are accepted while all MAX_CONNECTIONS connections are busy with
 * complete requests. On the additional connections, only health checks are answered.
 */
export const RESERVED_CONNECTIONS = 50;

/** The maximum number of requests of one address that wait for a run (`?wait=`) at the same time. */
export const MAX_WAITS_PER_ADDRESS = 100;

/** The window of all rate limits, in seconds. */
export const RATE_LIMIT_WINDOW_S = 60;

/**
 * The maximum number of inspections of files by one account in RATE_LIMIT_WINDOW_S. Each inspection may send up to
 * MAX_FILES files.
 */
export const RATE_LIMIT_INSPECTIONS = 60;

/**
 * The maximum number of downloads of all results of a benchmark by one address in RATE_LIMIT_WINDOW_S. Each download
 * may contain every result.
 */
export const RATE_LIMIT_DOWNLOADS = 20;

/**
 * The maximum number of requests in RATE_LIMIT_WINDOW_S in which one address sends an invalid session or token and
 * tries to change data.
 */
export const RATE_LIMIT_BAD_CREDENTIALS = 3000;

/** How long a request waits for its count from Redis before this process counts the request by itself, in ms. */
export const RATE_LIMIT_REDIS_TIMEOUT_MS = 100;

/** The maximum number of accounts or addresses whose counts a process stores for each rate limit. */
export const RATE_LIMIT_MEMORY_CLIENTS = 10_000;
