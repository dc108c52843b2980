import { z } from "zod";
import type { GivenSettings } from "./production-rules.ts";
import { accountSettings } from "./account-settings.ts";
import { json, url } from "./values.ts";

/** The tier that each price of Stripe pays for, by the id of the price. */
const stripePrices = json(
  z
    .record(z.string().min(1), z.string().min(1))
    .refine((table) => Object.keys(table).length > 0, "expected at least one price"),
  '{"price_1PgafmB7WZ01zgkW":"plus"}',
);

/** The settings of paid tiers: where people pay, and how the service learns from Stripe which tier is paid. */
export const billingSettings = {
  /** The page on which people pay for a tier, such as a payment link. The service adds `client_reference_id`. */
  BILLING_URL: url("https:").optional(),
  /** The page on which people who pay already change or cancel their subscription. */
  BILLING_PORTAL_URL: url("https:").optional(),
  /** The key with which the service reads subscriptions from Stripe. */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  /** The secret with which Stripe signs the events that it sends to POST /billing/stripe. */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** The tier that each price of Stripe pays for, as JSON. */
  STRIPE_PRICES: stripePrices.optional(),
};

const stripeNames = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICES"] as const;

/**
 * Returns a fault for each setting of Stripe that is missing beside another one, and for each price of a tier that
 * TIER_LIMITS does not have. Returns no faults for a value of invalid format, which is reported elsewhere.
 */
export function faultsOfBilling(given: GivenSettings): { setting: string; fault: string }[] {
  const set = stripeNames.filter((name) => given[name] !== undefined);
  const missing = stripeNames.filter((name) => given[name] === undefined);
  const { data: prices = {} } = billingSettings.STRIPE_PRICES.safeParse(given["STRIPE_PRICES"]);
  const { data: tiers } = accountSettings.TIER_LIMITS.safeParse(given["TIER_LIMITS"]);
  const names = Object.keys(tiers ?? {});
  return [
    ...(set.length === 0 ? [] : missing).map((setting) => ({
      setting,
      fault: `expected a value, because ${set.join(" and ")} ${set.length > 1 ? "are" : "is"} set: set all three settings of Stripe, or none.`,
    })),
    ...Object.entries(prices).flatMap(([price, tier]) =>
      tiers === undefined || names.includes(tier)
        ? []
        : [
            {
              setting: "STRIPE_PRICES",
              fault: `at /${price}: expected a tier of TIER_LIMITS, one of ${names.join(", ")}; found ${tier}.`,
            },
          ],
    ),
  ];
}
