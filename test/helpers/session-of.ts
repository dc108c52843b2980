import type { Actor } from "../../src/authorization.ts";

/** Returns a caller for functions of the services: a person who has signed in to the account, and who has no role. */
export function sessionOf(account_id: string): Actor {
  return { account_id, role: "user", credential: { kind: "session" } };
}
