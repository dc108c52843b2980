/**
 * How long a call of Stripe may take, in ms. A call is repeated once; both attempts together take less than the time
 * after which Stripe counts the delivery of an event as failed.
 */
export const STRIPE_TIMEOUT_MS = 4000;
