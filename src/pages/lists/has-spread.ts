/** The minimum number of builds for percentiles: with fewer builds, one further build could change them much. */
const ENOUGH_FOR_SPREAD = 10;

/** Returns whether a group has enough builds for percentiles. For fewer, pages show only median, best and number. */
export const hasSpread = (cohort: { builds: number } | null | undefined): boolean =>
  (cohort?.builds ?? 0) >= ENOUGH_FOR_SPREAD;
