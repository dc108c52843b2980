import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { deliver, referenceOf, startStripe, stripeSettings, tierOf } from "../helpers/stripe-server.ts";

const stripe = await startStripe(test);
const service = await startTestService(test, {
  hasWorkers: false,
  env: { ...stripeSettings, TIER_LIMITS: '{"free":2,"plus":4,"pro":6,"unlimited":null}' },
  overrides: { stripeAddress: () => stripe.address },
});
const { anonymous } = service;
let people = 0;

/** Signs in a new person, and pays for a subscription at Stripe that gives the person a tier. */
async function payingPerson(price = "price_plus_monthly") {
  const person = await service.signIn(`payer ${(people += 1)}`);
  const customer = stripe.newCustomer();
  const { subscription, event } = stripe.subscribe(customer, price);
  const checkout = stripe.checkout(customer, await referenceOf(person));
  requireTaken(await deliver(anonymous, checkout));
  return { person, customer, subscription, event, checkout };
}

function requireTaken({ status, text }: { status: number; text: string }): void {
  if (status !== 204) throw new Error(`expected 204, found ${status}: ${text}`);
}

test("a person who pays for a subscription has its tier from the next request on, and earlier runs stay counted", async (t) => {
  const person = await service.signIn("ada");
  const build_id = await person.makeBuild();
  const add = (runs: number[]) => person.add({ build_id, benchmarks: { id: 15, runs } });
  t.is((await add([900, 910])).status, 200);
  t.is((await add([920])).status, 402);
  const customer = stripe.newCustomer();
  const { event } = stripe.subscribe(customer, "price_plus_monthly");
  // The event of a subscription may arrive before the checkout event that names the account.
  requireTaken(await deliver(anonymous, event));
  t.is(await tierOf(person), "free");
  requireTaken(await deliver(anonymous, stripe.checkout(customer, await referenceOf(person))));
  t.like((await person.get("/me")).body, { account: { tier: "plus" }, usage: { used: 2, limit: 4 } });
  t.is((await add([920, 930])).status, 200);
  t.like((await add([940])).body, { status: 402, tier: "plus", limit: 4, used: 4 });
});

for (const [status, tier] of [
  ["trialing", "plus"],
  ["past_due", "plus"],
  ["canceled", "free"],
  ["unpaid", "free"],
  ["paused", "free"],
  ["incomplete", "free"],
] as const)
  test(`a Stripe subscription with the status ${status} gives the tier ${tier}`, async (t) => {
    const { person, subscription } = await payingPerson();
    t.is(await tierOf(person), "plus");
    requireTaken(await deliver(anonymous, stripe.change(subscription, { status })));
    t.is(await tierOf(person), tier);
  });

test("the audit trail has one event for a tier that a payment has changed, and none for an event that changes nothing", async (t) => {
  const { person, event } = await payingPerson();
  requireTaken(await deliver(anonymous, event));
  const { auditTrail } = service.services;
  await auditTrail.close();
  const { account_id } = (await person.get("/me")).body.account;
  const found = service.stores.db
    .collection("audit_events")
    .find({ whose: account_id, event: "tier_changed" });
  t.deepEqual(
    (await found.toArray()).map(({ who, facts }) => ({ who, facts })),
    [{ who: "payment", facts: { tier: "plus" } }],
  );
});

test("a lower tier applies from the next request on, and the runs used before still count", async (t) => {
  const { person, subscription } = await payingPerson("price_pro_monthly");
  const build_id = await person.makeBuild();
  const add = (runs: number[]) => person.add({ build_id, benchmarks: { id: 15, runs } });
  t.is((await add([900, 910, 920, 930, 940])).status, 200);
  requireTaken(await deliver(anonymous, stripe.change(subscription, { price: "price_plus_yearly" })));
  t.like((await person.get("/me")).body, { account: { tier: "plus" }, usage: { used: 5, limit: 4 } });
  t.is((await add([950])).status, 402);
});

test("an account with several Stripe subscriptions, also of several customers, has the highest of their tiers", async (t) => {
  const { person, customer, subscription } = await payingPerson();
  const second = stripe.subscribe(customer, "price_pro_monthly");
  requireTaken(await deliver(anonymous, second.event));
  t.is(await tierOf(person), "pro");
  requireTaken(await deliver(anonymous, stripe.change(second.subscription, { status: "canceled" })));
  t.is(await tierOf(person), "plus");
  // A payment link makes a new customer each time that a person pays by it.
  const other = stripe.newCustomer();
  const third = stripe.subscribe(other, "price_pro_monthly");
  requireTaken(await deliver(anonymous, stripe.checkout(other, await referenceOf(person))));
  t.is(await tierOf(person), "pro");
  requireTaken(await deliver(anonymous, stripe.change(subscription, { status: "canceled" })));
  t.is(await tierOf(person), "pro");
  requireTaken(await deliver(anonymous, stripe.change(third.subscription, { status: "canceled" })));
  t.is(await tierOf(person), "free");
});

test("a Stripe price that STRIPE_PRICES does not contain gives no tier", async (t) => {
  const { person, subscription } = await payingPerson();
  requireTaken(await deliver(anonymous, stripe.change(subscription, { price: "price_of_a_newsletter" })));
  t.is(await tierOf(person), "free");
});

test("a Stripe checkout that begins no subscription, or that has no account reference, gives no tier", async (t) => {
  const person = await service.signIn("single payment");
  const customer = stripe.newCustomer();
  stripe.subscribe(customer, "price_pro_monthly");
  requireTaken(await deliver(anonymous, stripe.checkout(customer, await referenceOf(person), "payment")));
  requireTaken(await deliver(anonymous, stripe.checkout(customer, null)));
  t.is(await tierOf(person), "free");
});

test.serial(
  "a customer who is deleted in Stripe loses the paid tier; an event of a customer whom Stripe does not know gets a 503",
  async (t) => {
    const { person, customer, subscription } = await payingPerson();
    const event = stripe.change(subscription, { status: "canceled" });
    stripe.deleteCustomer(customer);
    requireTaken(await deliver(anonymous, event));
    t.is(await tierOf(person), "free");
    const other = await service.signIn("wrong key");
    const unknown = stripe.checkout("cus_of_another_key", await referenceOf(other));
    t.is((await deliver(anonymous, unknown)).status, 503);
  },
);

test.serial(
  "Stripe events about unknown customers or without a customer change no account and cause no call of Stripe",
  async (t) => {
    const calls = stripe.calls();
    const { event } = stripe.subscribe(stripe.newCustomer(), "price_pro_monthly");
    requireTaken(await deliver(anonymous, event));
    requireTaken(
      await deliver(anonymous, stripe.eventOf("price.created", { id: "price_new", object: "price" })),
    );
    t.is(stripe.calls(), calls);
  },
);

test("a Stripe customer pays for one account only", async (t) => {
  const { person, customer } = await payingPerson();
  const other = await service.signIn("second account");
  requireTaken(await deliver(anonymous, stripe.checkout(customer, await referenceOf(other))));
  t.deepEqual([await tierOf(person), await tierOf(other)], ["plus", "free"]);
});
