/** Among fewer builds than this, one build more could change the percentiles much. */
const ENOUGH_FOR_SPREAD = 10;

/** Returns whether pages show percentiles of so many builds; of fewer, only the median, the best and the number. */
export const hasSpread = (cohort: { builds: number } | null | undefined): boolean =>
  (cohort?.builds ?? 0) >= ENOUGH_FOR_SPREAD;
