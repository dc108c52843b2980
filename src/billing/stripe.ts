import { Stripe } from "stripe";
import { TryAgainError } from "../errors.ts";
import { BadSignatureError } from "./errors.ts";
import type { StripeAddress } from "./stripe-address.ts";

// This module is loaded at the first payment event. No other module imports Stripe's library.

/** The number of times that a failed call to Stripe is repeated. */
const CALL_REPETITIONS = 1;

/**
 * The statuses of a Stripe subscription with which the account has the paid tier. An account keeps its tier while
 * Stripe repeats a failed payment (`past_due`).
 */
const PAYING: ReadonlySet<string> = new Set(["active", "trialing", "past_due"]);

/** Reads events and subscriptions of Stripe. */
export type StripeClient = ReturnType<typeof createStripeClient>;

/** The facts of a payment event that the service uses. The service reads all other facts from Stripe again. */
export interface PaymentEvent {
  /** The customer whom the payment event concerns; null for an event without a customer. */
  customerId: string | null;
  /** The reference to the account for which the customer has begun a subscription; null for every other event. */
  reference: string | null;
}

/**
 * Creates the client of Stripe. The client sends Stripe no telemetry, because Stripe's library would write a file for
 * the telemetry.
 */
export function createStripeClient({ secretKey, webhookSecret, address, timeoutMs }: StripeClientOptions) {
  const stripe = new Stripe(secretKey, {
    ...address,
    timeout: timeoutMs,
    maxNetworkRetries: CALL_REPETITIONS,
    telemetry: false,
  });
  return {
    /** Checks the signature of a payment event, and returns the event. @throws BadSignatureError */
    readEvent: (bytes: Buffer, signature: string, receivedAt: Date): PaymentEvent => {
      const given = [bytes, signature, webhookSecret, undefined, undefined, receivedAt.getTime()] as const;
      let event: Stripe.Event;
      try {
        event = Stripe.webhooks.constructEvent(...given);
      } catch (error) {
        throw new BadSignatureError({ cause: error });
      }
      return factsOf(event);
    },

    /**
     * Returns the ids of the Stripe prices that a customer pays at this moment; none for a customer who was deleted in
     * Stripe.
     * @throws TryAgainError where Stripe gives no usable answer
     */
    pricesPaidBy: async (customer: string): Promise<string[]> => {
      try {
        const prices: string[] = [];
        for await (const { status, items } of stripe.subscriptions.list({ customer, limit: 100 }))
          if (PAYING.has(status)) prices.push(...items.data.map(({ price }) => price.id));
        return prices;
      } catch (error) {
        if (isMissing(error) && (await isDeleted(stripe, customer))) return [];
        throw new TryAgainError("The payment provider gave no answer that can be used.", { cause: error });
      }
    },
  };
}

interface StripeClientOptions {
  secretKey: string;
  webhookSecret: string;
  address: StripeAddress;
  /** How long a call of Stripe may take, in milliseconds. */
  timeoutMs: number;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === "resource_missing";

/**
 * Returns whether Stripe says that a customer was deleted. The result is false for a customer that Stripe does not
 * know: the API key may belong to another Stripe account or to another mode (test or live), and then nobody may lose a
 * tier.
 */
async function isDeleted(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customer)).deleted === true;
  } catch {
    return false;
  }
}

function factsOf({ type, data }: Stripe.Event): PaymentEvent {
  const { customer = null } = data.object as { customer?: unknown };
  const isBegun = type === "checkout.session.completed" && data.object.mode === "subscription";
  return {
    customerId: typeof customer === "string" ? customer : null,
    reference: isBegun ? data.object.client_reference_id : null,
  };
}
