import { z } from "zod";

/**
 * The body of POST /billing/stripe: an event of Stripe. The service uses only the customer and the reference of the
 * event.
 */
export const stripeEvent = z
  .looseObject({
    type: z.string().meta({
      description: "The kind of event.",
      examples: ["customer.subscription.updated"],
    }),
  })
  .meta({ description: "An event as Stripe sends it (https://docs.stripe.com/api/events/object)." });
