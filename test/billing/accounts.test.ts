import test from "ava";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { deliver, referenceOf, startStripe, stripeSettings, tierOf } from "../helpers/stripe-server.ts";

const stripe = await startStripe(test);
const env = { ...stripeSettings, TIER_LIMITS: '{"free":1,"plus":2,"pro":3}' };
const service = await startTestService(test, {
  hasWorkers: false,
  env,
  overrides: { stripeAddress: () => stripe.address },
});
const { anonymous } = service;
const PORTAL = "https://pay.example/portal";

/** Makes a person a customer of Stripe with a subscription for the tier plus, and delivers the checkout event. */
async function pay(person: Client) {
  const customer = stripe.newCustomer();
  const { subscription } = stripe.subscribe(customer, "price_plus_monthly");
  const checkout = stripe.checkout(customer, await referenceOf(person));
  const { status, text } = await deliver(anonymous, checkout);
  if (status !== 204) throw new Error(`expected 204, found ${status}: ${text}`);
  return { customer, subscription, checkout };
}

test("the response of GET /me and a 402 response link the payment page with the account's reference, and for paying people the customer portal", async (t) => {
  const person = await service.signIn("ada");
  const build_id = await person.makeBuild();
  const add = () => person.add({ build_id, benchmarks: { id: 15, runs: [900, 910] } });
  const before = (await person.get("/me")).body;
  const link = new URL(before.billing_url);
  t.is(link.origin + link.pathname, "https://pay.example/choose");
  t.is(link.searchParams.get("locale"), "en");
  t.is(link.searchParams.get("client_reference_id"), await referenceOf(person));
  t.false("billing_portal_url" in before);
  const refused = await add();
  t.is(refused.status, 402);
  t.is(refused.body.billing_url, before.billing_url);
  t.false("billing_portal_url" in refused.body);
  await pay(person);
  t.is((await add()).status, 200);
  const pages = { billing_url: before.billing_url, billing_portal_url: PORTAL };
  t.like((await person.get("/me")).body, pages);
  t.like((await add()).body, { status: 402, ...pages });
  const token = await service.withToken(person, "read", "submit");
  t.like((await token.get("/me")).body, pages);
  t.like((await token.add({ build_id, benchmarks: { id: 15, runs: [1] } })).body, pages);
  // The service refuses an account at its limit of runs before the account uploads a large file.
  const files = [{ name: "large.csv", content: "x".repeat(300 * 1024) }];
  t.like((await person.add({ build_id, benchmarks: { id: 7 }, files })).body, { status: 402, ...pages });
});

test("the account page and the form for results link the payment page, and for paying people the customer portal", async (t) => {
  const person = await service.signIn("grace");
  const build_id = await person.makeBuild();
  const { billing_url } = (await person.get("/me")).body;
  const shown = async (path: string) => (await person.get(path, { Accept: "text/html" })).text;
  const href = `href="${billing_url.replaceAll("&", "&amp;")}"`;
  for (const path of ["/me", `/submit?build=${build_id}`]) {
    const page = await shown(path);
    t.true(page.includes(href), path);
    t.false(page.includes(PORTAL), path);
  }
  const warning = "This begins a second subscription. End the present one first.";
  t.false((await shown("/me/settings")).includes("does not end with your account"));
  t.false((await shown("/me")).includes(warning));
  t.regex(
    await shown("/me"),
    /Your plan is “<bdi>free<\/bdi>”\./,
    "a service with paid plans names the plan",
  );
  await pay(person);
  for (const path of ["/me", `/submit?build=${build_id}`]) {
    const [toPortal, payAgain = ""] = (await shown(path)).split(href);
    t.true(toPortal?.includes(PORTAL), `${path} links the portal before the page of payments`);
    t.true(payAgain.includes(warning), path);
  }
  t.true((await shown("/me/settings")).includes("does not end with your account"));
});

test("without the settings of payments, responses have no links to payment pages", async (t) => {
  const other = await startTestService(t, { hasWorkers: false, env: { TIER_LIMITS: '{"free":0}' } });
  const person = await other.signIn("nobody pays");
  const build_id = await person.makeBuild();
  const { body } = await person.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  t.is(body.status, 402);
  for (const answer of [body, (await person.get("/me")).body])
    t.deepEqual(
      Object.keys(answer).filter((name) => name.startsWith("billing")),
      [],
    );
});

test("deleting an account also removes its Stripe customer ids, and later Stripe events of this customer change nothing", async (t) => {
  const person = await service.signIn("leaves");
  const { customer, subscription, checkout } = await pay(person);
  t.is((await person.send("DELETE", "/me")).status, 204);
  const stored = () => service.stores.db.collection("accounts").findOne({ stripe_customers: customer });
  t.is(await stored(), null);
  const again = await service.signIn("leaves");
  t.is(await tierOf(again), "free");
  for (const event of [checkout, stripe.change(subscription, { price: "price_pro_monthly" })])
    t.is((await deliver(anonymous, event)).status, 204);
  t.is(await stored(), null);
  t.is(await tierOf(again), "free");
});

test.serial(
  "an account that is deleted while the service waits for a response of Stripe stays deleted",
  async (t) => {
    const person = await service.signIn("leaves while Stripe answers");
    const customer = stripe.newCustomer();
    stripe.subscribe(customer, "price_plus_monthly");
    const checkout = stripe.checkout(customer, await referenceOf(person));
    stripe.actBeforeAnswer(async () => {
      t.is((await person.send("DELETE", "/me")).status, 204);
    });
    t.is((await deliver(anonymous, checkout)).status, 204);
    const stored = await service.stores.db.collection("accounts").findOne({ stripe_customers: customer });
    t.is(stored, null);
  },
);

test("the export of an account contains the ids of its Stripe customers", async (t) => {
  const person = await service.signIn("exports");
  const { customer } = await pay(person);
  const { text } = await person.get("/me/export");
  t.true(text.includes(customer));
});
