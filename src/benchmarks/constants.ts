/** Maximum number of files in one submission. */
export const MAX_FILES = 10;

/** Maximum number of typed-in scores in one submission. */
export const MAX_RUNS = 100;

/**
 * The maximum number of attempts to read a file; the run fails after the last one. From the second attempt on, the
 * worker process reads no other file at the same time.
 */
export const PARSE_MAX_ATTEMPTS = 3;

/**
 * The CPU time that reading a file may take, in seconds. The service kills the reading process after one to two times
 * this CPU time, because the process may have read other files before.
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
 * The maximum number of requests that wait for a chart, and of requests that wait for a picture, in a web process,
 * which draws one chart and one picture at a time. A further request is answered with status 503.
 */
export const FRAME_RENDERS_WAITING = 200;
