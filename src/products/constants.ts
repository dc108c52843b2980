/**
 * How often a worker checks for products that are not yet in the search index, in ms. The check finds products whose
 * sync job was lost.
 */
export const SYNC_INTERVAL_MS = 5000;
