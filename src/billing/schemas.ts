import { z } from "zod";

/**
 * The body of POST /billing/stripe: an event of Stripe, of which the service uses only the customer and the reference.
 */
export const stripeEvent = z
  .looseObject({
    type: z.string().meta({
      description: "The kind of event.",
      examples: ["customer.subscription.updated"],
    }),
  })
  .meta({ description: "An event as Stripe sends it (https://docs.stripe.com/api/events/object)." });
