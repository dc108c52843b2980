import type { CustomersRepository, Tiers } from "../accounts/index.ts";
import type { Config } from "../config.ts";
import { TryAgainError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import type { SecurityEvents } from "../infra/security-events.ts";
import type { ServerSecret } from "../infra/server-secret.ts";
import { accountOfReference } from "./reference.ts";
import type { StripeAddress } from "./stripe-address.ts";
import type { StripeClient } from "./stripe.ts";

/**
 * The maximum number of attempts to set the paid tier of an account. An attempt is repeated if another payment event of
 * the account has arrived meanwhile.
 */
const MAX_TRIES = 20;
/**
 * The maximum number of Stripe customers of an account whose subscriptions are read; the newest customers are read. The
 * bound limits how many calls to Stripe one event causes.
 */
const MAX_CUSTOMERS = 10;

/** Gives each account the tier that its owner pays for at Stripe. */
export type Billing = ReturnType<typeof createBilling>;

/**
 * Creates the service that gives each account the tier that its owner pays for at Stripe. When an event of Stripe
 * arrives, the service ignores the subscription in the event, and reads the customer's present subscriptions from
 * Stripe. So events may arrive repeatedly, late and out of order, and the service stores no event.
 */
export function createBilling(deps: BillingDeps) {
  const { customersRepository, serverSecret, clock, logger } = deps;
  const client = createClientLoader(deps);
  const setPaidTier = createSetPaidTier(deps);

  /** Records that a Stripe customer pays for the account that a reference names. */
  async function addCustomer(customerId: string, reference: string): Promise<void> {
    const accountId = accountOfReference(reference, serverSecret);
    if (accountId !== null && (await customersRepository.add(accountId, customerId))) return;
    logger.warn(
      { customer_id: customerId, reference },
      "a payment belongs to no account: the reference of the checkout names no account, or the customer of Stripe pays for another account",
    );
  }

  return {
    /**
     * Handles an event of the payment provider: finds the account of the customer whom the event concerns, and gives
     * the account the tier that the customer pays for at this moment.
     * @param bytes the event as it was sent
     * @param signature the header Stripe-Signature
     * @throws BadSignatureError, TryAgainError
     */
    receive: async (bytes: Buffer, signature: string): Promise<void> => {
      const stripe = await client();
      const { customerId, reference } = stripe.readEvent(bytes, signature, clock());
      if (customerId === null) return;
      if (reference !== null) await addCustomer(customerId, reference);
      await setPaidTier(stripe, customerId);
    },
  };
}

interface BillingDeps {
  customersRepository: CustomersRepository;
  tiers: Tiers;
  serverSecret: Pick<ServerSecret, "pseudonymOf">;
  securityEvents: SecurityEvents;
  stripeAddress: StripeAddress;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_PRICES" | "STRIPE_TIMEOUT_MS">;
}

/** Creates the function that returns the client of Stripe. Its first call loads Stripe's library. */
function createClientLoader({ config, stripeAddress: address }: BillingDeps) {
  let loading: Promise<StripeClient> | undefined;
  return (): Promise<StripeClient> => {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
    if (secretKey === undefined || webhookSecret === undefined)
      throw new Error("expected the settings of Stripe, found none");
    loading ??= import("./stripe.ts").then(({ createStripeClient }) =>
      createStripeClient({ secretKey, webhookSecret, address, timeoutMs: config.STRIPE_TIMEOUT_MS }),
    );
    return loading;
  };
}

/**
 * Returns the function that gives the account of a customer the tier that is paid for at this moment; the function does
 * nothing for a customer without an account. If another call sets the tier after this call has read the account, the
 * subscriptions that this call has read may be out of date. The function then starts again.
 */
function createSetPaidTier({ customersRepository, tiers, securityEvents, logger, config }: BillingDeps) {
  const { STRIPE_PRICES: tierOfPrice = {} } = config;

  /**
   * Returns the highest tier that one of the prices pays for; the first tier of TIER_LIMITS if no price pays for a
   * tier.
   */
  function tierFor(prices: readonly string[]): string {
    const unknown = prices.filter((price) => !Object.hasOwn(tierOfPrice, price));
    if (unknown.length > 0)
      logger.warn({ prices: unknown }, "a customer pays a price for which STRIPE_PRICES has no tier");
    const paid = new Set(prices.map((price) => tierOfPrice[price]));
    const limitOf = (tier: string) => tiers.limitOf(tier) ?? Infinity;
    const [highest = tiers.first] = tiers.names
      .filter((tier) => paid.has(tier))
      .toSorted((a, b) => limitOf(b) - limitOf(a));
    return highest;
  }

  return async (stripe: StripeClient, customerId: string): Promise<void> => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const account = await customersRepository.findAccountOf(customerId);
      if (!account) return;
      const customers = account.stripe_customers?.slice(-MAX_CUSTOMERS) ?? [];
      const prices = (await Promise.all(customers.map(stripe.pricesPaidBy))).flat();
      const tier = tierFor(prices);
      if (!(await customersRepository.setPaidTier(account, tier))) continue;
      if (tier !== account.tier)
        securityEvents.record("tier_changed", {
          account_id: account._id,
          address: null,
          tier,
          by: "payment",
        });
      return;
    }
    throw new TryAgainError(
      "Other payment events of the same account changed the tier of the account too often.",
    );
  };
}
