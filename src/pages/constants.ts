/** How long a process shows the same lists of top hardware and games on the home page, in ms. */
export const TOP_LISTS_MAX_AGE_MS = 60_000;
