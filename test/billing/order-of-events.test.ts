import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import * as fc from "fast-check";
import type { Answer } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import {
  deliver,
  prices,
  referenceOf,
  startStripe,
  stripeSettings,
  tierOf,
  type StripeEvent,
  type Subscription,
} from "../helpers/stripe-server.ts";

const stripe = await startStripe(test);
const service = await startTestService(test, {
  hasWorkers: false,
  env: stripeSettings,
  overrides: { stripeAddress: () => stripe.address },
});
let people = 0;

const statuses = ["active", "trialing", "past_due", "unpaid", "paused", "canceled"] as const;
const price = fc.constantFrom(...(Object.keys(prices) as (keyof typeof prices)[]));
/**
 * The maximum response time of the test's Stripe server, in ms. The service handles an event faster than that, so events
 * can arrive while the service waits for a response.
 */
const MAX_DELAY_MS = 40;
/** Generates steps: a person subscribes or changes a subscription at Stripe, or Stripe delivers some of its events. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("subscribe" as const), isNewCustomer: fc.boolean(), price }),
    fc.record({
      kind: fc.constant("change" as const),
      which: fc.nat(),
      status: fc.constantFrom(...statuses),
    }),
    fc.record({ kind: fc.constant("change" as const), which: fc.nat(), price }),
    fc.record({ kind: fc.constant("deliver" as const), which: fc.array(fc.nat(), { maxLength: 4 }) }),
  ),
  { minLength: 1, maxLength: 12 },
);

/** Returns the highest tier of a person's present subscriptions, computed without the code of the service. */
function expectedTier(subscriptions: readonly Subscription[]): string {
  const paid = subscriptions
    .filter(({ status }) => ["active", "trialing", "past_due"].includes(status))
    .map(({ items }) => prices[items.data[0]?.price.id as keyof typeof prices]);
  const tiers = new Set(paid);
  return ["pro", "plus"].find((tier) => tiers.has(tier)) ?? "free";
}

test.serial(
  "whatever the order and the repetitions of Stripe events, a person has the tier of the present subscriptions",
  async (t) => {
    const property = fc.asyncProperty(steps, fc.infiniteStream(fc.nat()), async (sequence, randoms) => {
      const person = await service.signIn(`payer ${(people += 1)}`);
      const reference = await referenceOf(person);
      const subscriptions: Subscription[] = [];
      const events: StripeEvent[] = [];
      const sent: Promise<Answer>[] = [];
      const send = (some: readonly (StripeEvent | undefined)[]) => {
        for (const event of some) if (event) sent.push(deliver(service.anonymous, event));
      };
      stripe.delayBy(() => randoms.next().value % MAX_DELAY_MS);
      for (const step of sequence) {
        if (step.kind === "subscribe") {
          const known = step.isNewCustomer ? undefined : subscriptions.at(-1)?.customer;
          const customer = known ?? stripe.newCustomer();
          const { subscription, event } = stripe.subscribe(customer, step.price);
          subscriptions.push(subscription);
          events.push(event, ...(known === undefined ? [stripe.checkout(customer, reference)] : []));
        } else if (step.kind === "change") {
          const subscription = subscriptions[step.which % subscriptions.length];
          // A canceled subscription of Stripe never becomes active again.
          if (subscription && subscription.status !== "canceled")
            events.push(stripe.change(subscription, step));
        } else {
          send(step.which.map((index) => events[index % events.length]));
          await sleep(randoms.next().value % MAX_DELAY_MS);
        }
      }
      // Deliver each event at least once and in any order, as Stripe does.
      const order = events.map((event) => ({ event, place: randoms.next().value }));
      send(order.toSorted((a, b) => a.place - b.place).map(({ event }) => event));
      for (const { status, text } of await Promise.all(sent)) t.is(status, 204, text);
      t.is(await tierOf(person), expectedTier(subscriptions));
    });
    await fc.assert(property, { numRuns: 30 });
  },
);

test.serial(
  "a delayed response of Stripe does not overwrite a tier that a newer event has set",
  async (t) => {
    const person = await service.signIn("slow answer");
    const customer = stripe.newCustomer();
    const { subscription, event } = stripe.subscribe(customer, "price_pro_monthly");
    await deliver(service.anonymous, stripe.checkout(customer, await referenceOf(person)));
    t.is(await tierOf(person), "pro");
    stripe.actBeforeAnswer(async () => {
      const ended = stripe.change(subscription, { status: "canceled" });
      t.is((await deliver(service.anonymous, ended)).status, 204);
      t.is(await tierOf(person), "free");
    });
    t.is((await deliver(service.anonymous, event)).status, 204);
    t.is(await tierOf(person), "free");
  },
);
