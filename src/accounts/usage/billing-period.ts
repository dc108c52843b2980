/** A calendar month in UTC, as `2026-11`: the period in which runs are counted. */
export type BillingPeriod = string;

/** Returns the period that a moment falls into. */
export function billingPeriodOf(moment: Date): BillingPeriod {
  return moment.toISOString().slice(0, 7);
}

/**
 * The number of months before the present one in which a refund may still rebuild a counter. No run is tried again
 * after a longer time.
 */
const PERIODS_WITH_COUNTERS = 120;

/** Returns the periods in which an account may have a counter: the present one and those before it. */
export function lastPeriods(now: Date): BillingPeriod[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return Array.from({ length: PERIODS_WITH_COUNTERS }, (_, ago) =>
    billingPeriodOf(new Date(Date.UTC(year, month - ago, 1))),
  );
}

/** Returns the first moment after a period, when counting begins again at 0. */
export function endOfBillingPeriod(period: BillingPeriod): Date {
  const [year = 0, month = 0] = period.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1));
}
