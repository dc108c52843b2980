// Paid tiers: where people pay, and the tier that is paid at the payment provider, which is Stripe.

export { createBilling } from "./billing.ts";
export { createBillingLinks, type BillingLinks, type LinksOfAccount } from "./links.ts";
export { STRIPE_ADDRESS, type StripeAddress } from "./stripe-address.ts";
