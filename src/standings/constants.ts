/**
 * How long the answer to a request waits for the ranks in Redis, in ms. After this time, the service sends the answer
 * without ranks.
 */
export const STANDING_WAIT_MS = 300;

/**
 * How long the open data leave out a newly ranked result, in ms. A result may be stored a moment after a result with
 * a later time, and the clocks of two MongoDB servers may differ. After this time, each result has its final
 * position.
 */
export const OPEN_DATA_DELAY_MS = 10_000;
