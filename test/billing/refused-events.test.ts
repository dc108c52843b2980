import test from "ava";
import { startTestService, type TestService } from "../helpers/service.ts";
import { deliver, referenceOf, startStripe, stripeSettings, tierOf } from "../helpers/stripe-server.ts";
import { until } from "../helpers/until.ts";

const MINUTE_MS = 60_000;
const stripe = await startStripe(test);
const service = await startTestService(test, {
  hasWorkers: false,
  env: stripeSettings,
  overrides: { stripeAddress: () => stripe.address },
});
const { anonymous } = service;

/** Creates a person and a Stripe checkout event that gives the person a paid tier once it is delivered. */
async function personAndCheckout(name: string, { signIn }: Pick<TestService, "signIn"> = service) {
  const person = await signIn(name);
  const customer = stripe.newCustomer();
  stripe.subscribe(customer, "price_pro_monthly");
  return { person, customer, checkout: stripe.checkout(customer, await referenceOf(person)) };
}

test.serial("a webhook event without a signature of Stripe is refused and changes nothing", async (t) => {
  const { person, checkout } = await personAndCheckout("forged");
  const sent = JSON.stringify(checkout);
  const calls = stripe.calls();
  for (const [about, signing] of Object.entries({
    "another secret": { secret: "whsec_of_somebody_else" },
    "another body": { signedBody: sent.replace("paid", "free") },
    "the same JSON in other bytes": { signedBody: JSON.stringify(checkout, null, 2) },
    "no signature": { headers: { "Stripe-Signature": "" } },
    "a signature without a time": { headers: { "Stripe-Signature": "v1=00" } },
    "a signature of an older scheme": { headers: { "Stripe-Signature": `t=${Date.now()},v0=00` } },
    "a signature of six minutes ago": { at: Date.now() - 6 * MINUTE_MS },
  })) {
    const { status, headers, body } = await deliver(anonymous, sent, signing);
    t.is(status, 400, about);
    t.is(headers.get("content-type"), "application/problem+json", about);
    t.is(body.type, "http://bench.test/problems/bad-signature", about);
  }
  t.is(await tierOf(person), "free");
  t.is(stripe.calls(), calls);
  t.is((await deliver(anonymous, sent, { at: Date.now() - 4 * MINUTE_MS })).status, 204);
  t.is(await tierOf(person), "pro");
});

test.serial(
  "a Stripe event of another content type or above the size limit of JSON bodies is refused",
  async (t) => {
    const { person, checkout } = await personAndCheckout("wrong body");
    const type = { headers: { "Content-Type": "text/plain" } };
    t.is((await deliver(anonymous, checkout, type)).status, 415);
    const large = `${JSON.stringify(checkout)}${" ".repeat(service.config.MAX_JSON_BYTES)}`;
    t.is((await deliver(anonymous, large)).status, 413);
    t.is((await deliver(anonymous, "")).status, 400);
    t.is(await tierOf(person), "free");
  },
);

test.serial(
  "a Stripe checkout with an account reference that the service has not made changes the tier of no account",
  async (t) => {
    const { person, customer, checkout } = await personAndCheckout("victim");
    t.is((await deliver(anonymous, checkout)).status, 204);
    t.is(await tierOf(person), "pro");
    const { account_id } = (await person.get("/me")).body.account;
    const right = await referenceOf(person);
    t.true(right.startsWith(`${account_id}_`));
    t.regex(right, /^[\w-]{1,200}$/, "Stripe drops a reference with other characters");
    const stranger = await service.signIn("stranger");
    const strangers = await referenceOf(stranger);
    for (const reference of [
      account_id,
      `${account_id}_`,
      `${account_id}_${"0".repeat(32)}`,
      `${account_id}${strangers.slice(-33)}`,
      right.toUpperCase(),
      "",
      "x".repeat(200),
    ]) {
      const other = stripe.newCustomer();
      const { event } = stripe.subscribe(other, "price_plus_monthly");
      t.is((await deliver(anonymous, stripe.checkout(other, reference))).status, 204);
      t.is((await deliver(anonymous, event)).status, 204);
    }
    t.is(await tierOf(person), "pro");
    t.is(await tierOf(stranger), "free");
    const stored = await service.stores.db.collection("accounts").findOne({ stripe_customers: customer });
    t.deepEqual(stored?.["stripe_customers"], [customer]);
  },
);

test.serial(
  "while Stripe is unavailable, a Stripe event gets a 503, so that Stripe sends the event again",
  async (t) => {
    const { person, checkout } = await personAndCheckout("patient");
    for (const failure of [500, 429, 401] as const) {
      stripe.failWith(failure);
      const { status, headers, text } = await deliver(anonymous, checkout);
      t.is(status, 503, text);
      t.is(headers.get("retry-after"), "1");
      t.false(text.includes("sk_test"));
      t.is(await tierOf(person), "free");
    }
    stripe.failWith(null);
    t.is((await deliver(anonymous, checkout)).status, 204);
    t.is(await tierOf(person), "pro");
  },
);

test.serial("a Stripe event gets a 503 if Stripe does not answer the service in time", async (t) => {
  const impatient = await startTestService(t, {
    hasWorkers: false,
    env: stripeSettings,
    constants: { STRIPE_TIMEOUT_MS: 300 },
    overrides: { stripeAddress: () => stripe.address },
  });
  const { person, checkout } = await personAndCheckout("very patient", impatient);
  const send = async () => (await deliver(impatient.anonymous, checkout)).status;
  stripe.failWith("silence");
  t.is(await send(), 503);
  stripe.failWith(null);
  // Stripe sends an event again until the service accepts it: on a busy machine the service may exceed the short time
  // limit once more.
  await until(async () => (await send()) === 204, "the service takes the event");
  t.is(await tierOf(person), "pro");
});

test.serial(
  "without the settings of Stripe, requests to the address for Stripe events get a 404",
  async (t) => {
    const other = await startTestService(t, { hasWorkers: false });
    const { event } = stripe.subscribe(stripe.newCustomer(), "price_pro_monthly");
    t.is((await deliver(other.anonymous, event)).status, 404);
  },
);
