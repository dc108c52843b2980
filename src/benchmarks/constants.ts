/** Maximum number of files in one submission. */
export const MAX_FILES = 10;

/** Maximum number of typed-in scores in one submission. */
export const MAX_RUNS = 100;

/**
 * The maximum number of attempts to read a file; then the run of the file fails. From the second attempt on, a worker
 * reads no other file at the same time.
 */
export const PARSE_MAX_ATTEMPTS = 3;

/**
 * The CPU time that reading a file may take, in seconds. The process that reads the file is killed when it has used
 * between once and twice this time.
 */
export const PARSE_CPU_SECONDS = 60;

/**
 * The time limit for reading a file that is only inspected, in ms. Reading the first MiB of a capture takes a hundredth
 * of this time.
 */
export const INSPECTION_TIMEOUT_MS = 10_000;

/** Size of the in-memory cache of charts and frame times in a web process, in bytes. */
export const FRAME_CACHE_BYTES = 16 * 1024 * 1024;

/**
 * The maximum number of requests that wait for a drawing of frame times, because one series is drawn at a time. A
 * further request is answered with status 503.
 */
export const FRAME_RENDERS_WAITING = 200;
