/** A calendar month in UTC, such as `2026-11`, in which the runs of an account are counted. */
export type BillingPeriod = string;

/** Returns the billing period that a moment falls into. */
export function billingPeriodOf(moment: Date): BillingPeriod {
  return moment.toISOString().slice(0, 7);
}

/**
 * The number of months, including the present month, for which an account may have a run counter. The number is large,
 * because each refund of a run postpones the expiry of the counter of the month in which the run was accepted.
 */
const PERIODS_WITH_COUNTERS = 120;

/**
 * Returns the months in which an account may have a run counter: the present month and the months before it,
 * PERIODS_WITH_COUNTERS in all.
 */
export function lastPeriods(now: Date): BillingPeriod[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return Array.from({ length: PERIODS_WITH_COUNTERS }, (_, ago) =>
    billingPeriodOf(new Date(Date.UTC(year, month - ago, 1))),
  );
}

/** Returns the first moment after a billing period, when all run counters start again at 0. */
export function endOfBillingPeriod(period: BillingPeriod): Date {
  const [year = 0, month = 0] = period.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1));
}
