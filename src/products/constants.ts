/** How often a worker checks for products that are not yet in the search index, in case a job was lost. */
export const SYNC_INTERVAL_MS = 5000;

/** The age in days above which a price no longer counts, because an old price says little about the present price. */
export const PRICE_MAX_AGE_DAYS = 365;
