import { RefusedError } from "../errors.ts";

/** The error for a payment event whose signature does not fit the event, or is too old. */
export class BadSignatureError extends RefusedError {
  readonly code = "bad_signature";

  constructor(options?: ErrorOptions) {
    super(
      "The header Stripe-Signature does not fit the body: expected a signature that Stripe made in the last five minutes, with the secret in STRIPE_WEBHOOK_SECRET, over the bytes of this body.",
      options,
    );
  }
}
