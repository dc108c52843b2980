import type { Caller } from "../authorization.ts";
import type { Account } from "./records/account.ts";

/** Returns the fields of a request's caller that come from the caller's account, with their current values. */
export function callerOf(account: Account): Omit<Caller, "role" | "credential"> {
  const { _id: account_id, name, tier, suspended, stripe_customers } = account;
  const is_customer = stripe_customers !== undefined;
  return { account_id, name, tier, is_customer, ...(suspended && { suspended_for: suspended.reason }) };
}
