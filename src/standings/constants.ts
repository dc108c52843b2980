/**
 * How long the answer to a request waits for the ranks in Redis, in ms. After that, the answer is sent without the
 * standing.
 */
export const STANDING_WAIT_MS = 300;
