/** The minimum number of builds for percentiles: with fewer builds, one further build could change them much. */
const ENOUGH_FOR_SPREAD = 10;

/**
 * Returns whether a cohort has enough builds for percentiles. For fewer builds, pages show only the median, the best
 * score and the number of builds.
 */
export const hasSpread = (cohort: { builds: number } | null | undefined): boolean =>
  (cohort?.builds ?? 0) >= ENOUGH_FOR_SPREAD;
