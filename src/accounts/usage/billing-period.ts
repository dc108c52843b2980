/** A calendar month in UTC, as `2026-11`: the period in which runs are counted. */
export type BillingPeriod = string;

/** Returns the period that a moment falls into. */
export function billingPeriodOf(moment: Date): BillingPeriod {
  return moment.toISOString().slice(0, 7);
}

/** Returns the first moment after a period, at which the count begins again at 0. */
export function endOfBillingPeriod(period: BillingPeriod): Date {
  const [year = 0, month = 0] = period.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1));
}
