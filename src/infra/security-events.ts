import { OPERATOR, type AuditTrail } from "./audit-trail.ts";
import type { Logger } from "./logger.ts";

/** The log of events that concern the security of accounts, most of which the audit trail stores as well. */
export type SecurityEvents = ReturnType<typeof createSecurityEvents>;

/**
 * The kinds of security events, and whether the audit trail stores events of the kind. The audit trail leaves out
 * events that need no account, reached limits, and log-outs. For all other kinds, the rate limits `log_ins` and
 * `changes` bound how many events users can cause. People and programs that read the log filter it by the names of
 * these kinds.
 */
const isAudited = {
  log_in: true,
  log_in_failed: false,
  log_out: false,
  limit_reached: false,
  token_made: true,
  token_revoked: true,
  token_refused: false,
  deleted_by_admin: true,
  role_changed: true,
  tier_changed: true,
  run_accepted: true,
  run_rejected: true,
  run_hidden: true,
  run_restored: true,
  build_hidden: true,
  build_restored: true,
  builds_deleted: true,
  name_reset: true,
  account_suspended: true,
  suspension_lifted: true,
  account_exported: true,
  account_deleted: true,
  command_run: true,
} as const;

type SecurityEvent = keyof typeof isAudited;

/**
 * The facts of an event: the account, the client's address, and further facts about the event. The facts never include
 * a token, a key or a password.
 */
interface SecurityEventFacts {
  /**
   * The id of the account that has acted or, if an operator or a payment has acted, of the account that the act
   * concerns; null if no account is known.
   */
  account_id: string | null;
  /** The client's address; null if an operator's script or a payment caused the event. */
  address: string | null;
  /**
   * The id of the account that the security event concerns, if it is not `account_id`; null if the event concerns no
   * account.
   */
  owner_id?: string | null;
  /** Who has acted if neither an account nor the operator has: `payment` for a change that a payment has caused. */
  by?: "payment";
  [fact: string]: string | number | boolean | null | undefined;
}

/** Creates the log of security events: one line for each event, with `security_event` as its name. */
export function createSecurityEvents({ logger, auditTrail }: SecurityEventsDeps) {
  return {
    /** Writes a security event into the log and, if its kind is audited, into the audit trail. Never throws. */
    record: (event: SecurityEvent, facts: SecurityEventFacts): void => {
      logger.info({ security_event: event, ...facts }, "security event");
      if (isAudited[event]) auditTrail.store({ event, ...auditedFacts(facts) });
    },
  };
}

interface SecurityEventsDeps {
  logger: Logger;
  auditTrail: Pick<AuditTrail, "store">;
}

/**
 * Returns, for the audit trail, who has acted, whose account is concerned, and the further facts of a security event
 * without the client's address.
 */
function auditedFacts({ account_id, address, owner_id, by, ...facts }: SecurityEventFacts) {
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined);
  return {
    who: by ?? (address === null || account_id === null ? OPERATOR : account_id),
    whose: owner_id === undefined ? account_id : owner_id,
    facts: Object.fromEntries(known) as Record<string, string | number | boolean | null>,
  };
}
