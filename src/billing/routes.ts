import type { Config } from "../config.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Billing } from "./billing.ts";
import { stripeEvent } from "./schemas.ts";

/** Creates the route that takes payment events, if the settings of Stripe are set. */
export function createBillingRoutes(deps: BillingRoutesDeps): Route[] {
  return deps.config.STRIPE_WEBHOOK_SECRET === undefined ? [] : [takeStripeEvent(deps)];
}

interface BillingRoutesDeps {
  billing: Billing;
  config: Pick<Config, "STRIPE_WEBHOOK_SECRET">;
}

const takeStripeEvent = ({ billing }: BillingRoutesDeps) =>
  defineRoute({
    method: "POST",
    path: "/billing/stripe",
    summary: "Take an event of Stripe, signed in the header Stripe-Signature",
    action: "report a payment",
    auth: "none",
    signedBody: stripeEvent,
    problems: ["badSignature"],
    responses: { 204: { description: "The account has the tier that its owner pays for." } },
    handler: async ({ jsonBytes, context }) => {
      await billing.receive(await jsonBytes(), context.get("Stripe-Signature"));
      return { status: 204 };
    },
  });
