import type { Actor } from "../../src/authorization.ts";

/** Returns an account, without any role, as the caller of a service: as if it had signed in. */
export function sessionOf(account_id: string): Actor {
  return { account_id, role: "user", credential: { kind: "session" } };
}
