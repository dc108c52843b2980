/** Most files in one submission. */
export const MAX_FILES = 10;

/** Most typed-in scores in one submission. */
export const MAX_RUNS = 100;

/** How often workers may begin to read a file before its run fails. From the second time on the file is read alone. */
export const PARSE_MAX_ATTEMPTS = 3;

/** How much of charts and frame times a web process keeps in its memory. */
export const FRAME_CACHE_BYTES = 16 * 1024 * 1024;

/** Requests that may wait for frame times which are drawn one series after the other; more get a 503. */
export const FRAME_RENDERS_WAITING = 200;
