/** The address of Stripe's API. */
export interface StripeAddress {
  protocol: "https" | "http";
  host: string;
  port: number;
}

/** The address of the real Stripe. Tests put another address in its place. */
export const STRIPE_ADDRESS: StripeAddress = { protocol: "https", host: "api.stripe.com", port: 443 };
