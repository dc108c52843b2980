import type { ServerSecret } from "../infra/server-secret.ts";

/** How many hexadecimal digits of the HMAC the reference of a payment contains: enough for 128 bits. */
const HMAC_DIGITS = 32;

/**
 * Returns the reference by which a payment names an account: the account's id, which operators recognise in Stripe, and
 * an HMAC of the id. Ids of accounts are public; the HMAC prevents people from paying in the name of another account,
 * which would change its tier. The reference has only characters that Stripe accepts: at most 200 letters, digits,
 * hyphens and underscores.
 */
export function referenceOf(accountId: string, serverSecret: Pick<ServerSecret, "pseudonymOf">): string {
  return `${accountId}_${serverSecret.pseudonymOf("billing reference", accountId).slice(0, HMAC_DIGITS)}`;
}

/**
 * Returns the id of the account that the reference of a payment names; null if the service has not made the reference.
 */
export function accountOfReference(
  reference: string,
  serverSecret: Pick<ServerSecret, "pseudonymOf">,
): string | null {
  const accountId = reference.slice(0, -HMAC_DIGITS - 1);
  return referenceOf(accountId, serverSecret) === reference ? accountId : null;
}
