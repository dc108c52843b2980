import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { StripeAddress } from "../../src/billing/index.ts";
import type { Answer, Client } from "./client.ts";
import { onTeardown, type TestScope } from "./stores.ts";

const SECRET_KEY = "sk_test_4eC39HqLyjWDarjtT1zdp7dc";
const WEBHOOK_SECRET = "whsec_4f1a7c93d28b56e0";
const API_VERSION = "2026-09-30.dahlia";
const MS_PER_SECOND = 1000;

/** The prices of the tests, and the tier that each price pays for. */
export const prices = { price_plus_monthly: "plus", price_plus_yearly: "plus", price_pro_monthly: "pro" };

/** The settings with which the service accepts payment events and links to the payment pages. */
export const stripeSettings: Readonly<Record<string, string>> = {
  BILLING_URL: "https://pay.example/choose?locale=en",
  BILLING_PORTAL_URL: "https://pay.example/portal",
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_PRICES: JSON.stringify(prices),
};

/** A subscription of a customer at Stripe, with those fields of Stripe's answers that the service reads. */
export interface Subscription {
  id: string;
  object: "subscription";
  customer: string;
  status: string;
  items: { object: "list"; has_more: false; data: { id: string; object: string; price: { id: string } }[] };
}

/** An event about a payment, in the form in which Stripe sends it. */
export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: false;
  pending_webhooks: number;
  request: { id: string; idempotency_key: null };
  type: string;
  data: { object: Readonly<Record<string, unknown>> };
}

/**
 * Starts a server with those calls of Stripe's API that the service sends. The list of subscriptions has one entry on
 * each page, and leaves out the subscriptions that have ended, as Stripe's list does. The server stops when the scope
 * ends.
 */
export async function startStripe(scope: TestScope) {
  const customers = new Map<string, { isDeleted: boolean; subscriptions: Subscription[] }>();
  let failure: number | "silence" | null = null;
  let beforeAnswer: () => Promise<unknown> = async () => undefined;
  let calls = 0;
  let ids = 0;
  const newId = (prefix: string) => `${prefix}_${(ids += 1)}_test`;

  const server = createServer((request, response) => {
    calls += 1;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://any");
    if (failure === "silence") return;
    if (failure !== null) return send(response, failure, errorOf("api_error", "An error of Stripe."));
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return send(response, 401, errorOf("invalid_request_error", "Invalid API Key provided: sk_test_***"));
    const id = pathname.split("/customers/")[1] ?? searchParams.get("customer") ?? "";
    const customer = customers.get(id);
    const isList = pathname === "/v1/subscriptions";
    if (!customer || (isList && customer.isDeleted)) return send(response, isList ? 400 : 404, missing(id));
    // Answer with the state of the subscriptions at the moment of the request, even if the answer is sent later.
    const answer = isList
      ? pageOf(customer.subscriptions, searchParams.get("starting_after"))
      : { id, object: "customer", ...(customer.isDeleted && { deleted: true }) };
    void beforeAnswer().then(() => send(response, 200, answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTeardown(scope, async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;

  const eventOf = (type: string, object: object): StripeEvent => ({
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: Math.floor(Date.now() / MS_PER_SECOND),
    livemode: false,
    pending_webhooks: 1,
    request: { id: newId("req"), idempotency_key: null },
    type,
    // An event of Stripe contains a copy of its object, because later changes must not change the event.
    data: { object: structuredClone(object) as Record<string, unknown> },
  });

  return {
    address: { protocol: "http", host: "127.0.0.1", port } as StripeAddress,
    eventOf,
    newCustomer: (): string => {
      const id = newId("cus");
      customers.set(id, { isDeleted: false, subscriptions: [] });
      return id;
    },
    /** Begins a subscription of a customer. Returns the subscription, and the event that Stripe sends about it. */
    subscribe: (customer: string, price: string, status = "active") => {
      const items = [{ id: newId("si"), object: "subscription_item", price: { id: price } }];
      const subscription: Subscription = {
        id: newId("sub"),
        object: "subscription",
        customer,
        status,
        items: { object: "list", has_more: false, data: items },
      };
      customers.get(customer)?.subscriptions.push(subscription);
      return { subscription, event: eventOf("customer.subscription.created", subscription) };
    },
    /** Changes a subscription. Returns the event about the change. */
    change: (subscription: Subscription, { status, price }: { status?: string; price?: string }) => {
      const [item] = subscription.items.data;
      if (status !== undefined) subscription.status = status;
      if (price !== undefined && item) item.price.id = price;
      const kind = subscription.status === "canceled" ? "deleted" : "updated";
      return eventOf(`customer.subscription.${kind}`, subscription);
    },
    /**
     * Returns the event of a checkout that has begun a subscription, with the reference of the link to the checkout.
     */
    checkout: (customer: string, reference: string | null, mode = "subscription") =>
      eventOf("checkout.session.completed", {
        id: newId("cs"),
        object: "checkout.session",
        client_reference_id: reference,
        customer,
        mode,
        payment_status: "paid",
        status: "complete",
      }),
    deleteCustomer: (customer: string): void => {
      customers.set(customer, { isDeleted: true, subscriptions: [] });
    },
    /** Makes the server answer all further calls with an error status, or not at all; null restores normal answers. */
    failWith: (status: number | "silence" | null): void => {
      failure = status;
    },
    /** Runs `act` to its end before this Stripe server sends its next answer, which contains the state before `act`. */
    actBeforeAnswer: (act: () => Promise<void>): void => {
      beforeAnswer = () => {
        beforeAnswer = async () => undefined;
        return act();
      };
    },
    /** Delays each further answer of this Stripe server by the milliseconds that `delayMs` returns. */
    delayBy: (delayMs: () => number): void => {
      beforeAnswer = () => sleep(delayMs());
    },
    calls: (): number => calls,
  };
}

const send = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

const errorOf = (type: string, message: string, rest = {}) => ({ error: { type, message, ...rest } });
const missing = (id: string) =>
  errorOf("invalid_request_error", `No such customer: '${id}'`, {
    code: "resource_missing",
    param: "customer",
  });

const ENDED: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

function pageOf(subscriptions: readonly Subscription[], after: string | null) {
  const live = subscriptions.filter(({ status }) => !ENDED.has(status));
  const start = after === null ? 0 : live.findIndex(({ id }) => id === after) + 1;
  const data = structuredClone(live.slice(start, start + 1));
  return { object: "list", url: "/v1/subscriptions", has_more: start + 1 < live.length, data };
}

interface Signing {
  /** The time of the signature of an event; default: the current time. */
  at?: number;
  secret?: string;
  /** The body over which the event's signature is computed; default: the body that is sent. */
  signedBody?: string;
  headers?: Record<string, string>;
}

/** Sends an event to the service, signed as Stripe signs it (https://docs.stripe.com/webhooks#verify-manually). */
export function deliver(client: Client, event: StripeEvent | string, signing: Signing = {}): Promise<Answer> {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const { at = Date.now(), secret = WEBHOOK_SECRET, signedBody = body, headers } = signing;
  const time = Math.floor(at / MS_PER_SECOND);
  const signature = createHmac("sha256", secret).update(`${time}.${signedBody}`).digest("hex");
  return client.post("/billing/stripe", body, {
    "Stripe-Signature": `t=${time},v1=${signature}`,
    ...headers,
  });
}

/** Returns the reference by which payments name an account. The account's link to the page of payments contains it. */
export async function referenceOf(person: Client): Promise<string> {
  const { body } = await person.get("/me");
  return new URL(body.billing_url as string).searchParams.get("client_reference_id") ?? "";
}

/** Returns the tier of a person's account. */
export async function tierOf(person: Client): Promise<string> {
  return (await person.get("/me")).body.account.tier as string;
}
