/**
 * How long the answer to a request waits for the ranks in Redis, in ms. After that, the answer is sent without the
 * standing.
 */
export const STANDING_WAIT_MS = 300;

/**
 * How long a ranked result stays out of the open data, in ms. A result may be stored a moment after a result with a
 * later time, and the clocks of two MongoDB servers may differ: within this time each result has its final place.
 */
export const OPEN_DATA_DELAY_MS = 10_000;
