import type { Actor } from "../../src/authorization.ts";

/** Returns the caller of a service function: an account without a role that has signed in. */
export function sessionOf(account_id: string): Actor {
  return { account_id, role: "user", credential: { kind: "session" } };
}
