import type { Caller } from "../authorization.ts";
import type { Account } from "./records/accounts-repository.ts";

/** Returns the fields of a caller that come from the account, with the values that they have at this moment. */
export function callerOf({
  _id,
  name,
  tier,
  suspended,
}: Account): Pick<Caller, "account_id" | "name" | "tier" | "suspended_for"> {
  return { account_id: _id, name, tier, ...(suspended && { suspended_for: suspended.reason }) };
}
