// Paid tiers: the pages on which people pay, and the tiers that accounts get for payments at Stripe, the payment
// provider.

export { createBilling } from "./billing.ts";
export { createBillingLinks, type BillingLinks, type LinksOfAccount } from "./links.ts";
export { STRIPE_ADDRESS, type StripeAddress } from "./stripe-address.ts";
