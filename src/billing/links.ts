import type { Caller } from "../authorization.ts";
import type { Config } from "../config.ts";
import type { ServerSecret } from "../infra/server-secret.ts";
import { referenceOf } from "./reference.ts";

/** The pages on which the owner of an account pays, as answers show them. */
export interface BillingLinks {
  /** The page on which the owner pays for a tier; absent where the settings of the operator name no such page. */
  billing_url?: string;
  /** The page on which an owner who has paid before changes or ends the subscription. */
  billing_portal_url?: string;
}

/** Returns the pages on which the owner of an account pays. */
export type LinksOfAccount = ReturnType<typeof createBillingLinks>;

/** Creates the function that returns the pages on which the owner of an account pays. */
export function createBillingLinks({ config, serverSecret }: LinksDeps) {
  return ({ account_id, is_customer = false }: Pick<Caller, "account_id" | "is_customer">): BillingLinks => {
    const { BILLING_URL, BILLING_PORTAL_URL } = config;
    return {
      ...(BILLING_URL !== undefined && {
        billing_url: withReference(BILLING_URL, referenceOf(account_id, serverSecret)),
      }),
      ...(BILLING_PORTAL_URL !== undefined && is_customer && { billing_portal_url: BILLING_PORTAL_URL }),
    };
  };
}

interface LinksDeps {
  config: Pick<Config, "BILLING_URL" | "BILLING_PORTAL_URL">;
  serverSecret: Pick<ServerSecret, "pseudonymOf">;
}

/**
 * Adds the reference to an account in the parameter that payment links of Stripe copy into the session of a checkout.
 */
function withReference(page: string, reference: string): string {
  const url = new URL(page);
  url.searchParams.set("client_reference_id", reference);
  return url.href;
}
