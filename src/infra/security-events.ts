import type { Logger } from "./logger.ts";

/** The log of events that concern the security of accounts. */
export type SecurityEvents = ReturnType<typeof createSecurityEvents>;

/** The kind of an event. People and programs that read the log filter it by the names of these kinds. */
type SecurityEvent =
  | "log_in"
  | "log_in_failed"
  | "log_out"
  | "limit_reached"
  | "token_made"
  | "token_revoked"
  | "token_refused"
  | "deleted_by_admin"
  | "role_changed"
  | "tier_changed"
  | "run_accepted"
  | "run_rejected"
  | "account_deleted";

/**
 * The facts of an event: the account, the client's address, and further facts about the event. The facts never include
 * a token, a key or a password.
 */
interface SecurityEventFacts {
  /** The id of the account that the event concerns; null if no account is known. */
  account_id: string | null;
  /** The client's address; null if an operator's script or a payment caused the event. */
  address: string | null;
  [fact: string]: string | number | boolean | null;
}

/** Creates the log of security events: one line for each event, with `security_event` as its name. */
export function createSecurityEvents(logger: Logger) {
  return {
    /** Writes an event into the log. */
    record: (event: SecurityEvent, facts: SecurityEventFacts): void =>
      logger.info({ security_event: event, ...facts }, "security event"),
  };
}
