import test from "ava";
import { parseConfig } from "../../src/config.ts";

/** Returns the faults for which settings are refused; an empty list if the settings are accepted. */
function faultsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    const lines = (error as Error).message.split("\n").slice(1);
    return lines.map((line) => line.trim());
  }
}

test("the settings of Stripe can only be set together, and each price pays for a tier of TIER_LIMITS", (t) => {
  const stripe = {
    STRIPE_SECRET_KEY: "sk_test_key",
    STRIPE_WEBHOOK_SECRET: "whsec_secret",
    STRIPE_PRICES: '{"price_1":"plus","price_2":"pro"}',
  };
  t.deepEqual(parseConfig(stripe).STRIPE_PRICES, { price_1: "plus", price_2: "pro" });
  for (const name of Object.keys(stripe)) {
    const [fault = "", ...rest] = faultsOf({ ...stripe, [name]: "" });
    t.regex(fault, new RegExp(`^${name}: expected a value, because STRIPE_\\w+ and STRIPE_\\w+ are set`));
    t.deepEqual(rest, []);
  }
  t.is(faultsOf({ STRIPE_PRICES: stripe.STRIPE_PRICES }).length, 2);
  for (const [prices, fault] of [
    [
      '{"price_1":"gold"}',
      /at \/price_1: expected a tier of TIER_LIMITS, one of free, plus, pro, unlimited; found gold/,
    ],
    ["{}", /expected at least one price/],
    ["price_1=plus", /expected JSON such as/],
    ['{"price_1":2}', /at \/price_1/],
  ] as const) {
    const [found = "", ...rest] = faultsOf({ ...stripe, STRIPE_PRICES: prices });
    t.regex(found, /^STRIPE_PRICES: /);
    t.regex(found, fault);
    t.deepEqual(rest, []);
  }
  t.deepEqual(faultsOf({ ...stripe, TIER_LIMITS: '{"free":1,"plus":2}' }).length, 1);
});

test("the settings of payment pages accept only https URLs", (t) => {
  for (const name of ["BILLING_URL", "BILLING_PORTAL_URL"]) {
    t.deepEqual(faultsOf({ [name]: "https://pay.example/choose" }), []);
    for (const wrong of ["http://pay.example", "javascript:alert(1)", "/pay"])
      t.regex(
        faultsOf({ [name]: wrong })[0] ?? "",
        new RegExp(`^${name}: expected a URL that begins with https`),
      );
  }
});
