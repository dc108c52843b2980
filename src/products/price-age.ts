import type { Config } from "../config.ts";
import { DAY_MS } from "../infra/days.ts";
import type { Clock } from "../infra/clock.ts";
import type { FieldValue } from "../kinds/kind.ts";

/** The clock and the setting that decide whether a price is old. */
export interface PriceAgeDeps {
  clock: Clock;
  config: Pick<Config, "PRICE_MAX_AGE_DAYS">;
}

/** Returns the day before which a price is old (older than PRICE_MAX_AGE_DAYS), YYYY-MM-DD in UTC. */
export function oldPricesBefore({ clock, config }: PriceAgeDeps): string {
  return new Date(clock().getTime() - config.PRICE_MAX_AGE_DAYS * DAY_MS)
    .toISOString()
    .slice(0, "YYYY-MM-DD".length);
}

/** Returns whether a price of the day `priceDate` is old; null if the day is unknown. */
export function isOldPrice(priceDate: unknown, oldBefore: string): boolean | null {
  return typeof priceDate === "string" ? priceDate < oldBefore : null;
}

/**
 * Returns the price of a product by which its score per USD is computed; null if the price or its day is unknown, or
 * if the price is old.
 */
export function currentPrice(
  { price_usd, price_date }: Readonly<Record<string, FieldValue | undefined>>,
  oldBefore: string,
): number | null {
  return typeof price_usd === "number" && isOldPrice(price_date, oldBefore) === false ? price_usd : null;
}
