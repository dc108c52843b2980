/** The number of connections that a process has to Meilisearch. */
export const MEILI_CONNECTIONS = 16;

/**
 * How long an answer on a connection to a store may be overdue before the connection counts as dead and is reopened, in
 * ms.
 */
export const STORE_SILENCE_TIMEOUT_MS = 4000;

/** How long the store of files may send no bytes while a file is read, in ms, before the reading fails. */
export const FILE_STALL_TIMEOUT_MS = 15_000;

/**
 * How long a worker or a script waits for one answer of a store, in ms. A job whose time limit is exceeded is tried
 * again. The time is longer than STORE_TIMEOUT_MS, because no client waits for a job.
 */
export const WORKER_STORE_TIMEOUT_MS = 10_000;
