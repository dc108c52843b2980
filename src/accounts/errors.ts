import type { BillingLinks } from "../billing/index.ts";
import { RefusedError } from "../errors.ts";

/**
 * The error for a request for more runs than the tier of the account allows in the rest of this month. No run was
 * reserved.
 */
export class RunLimitReachedError extends RefusedError {
  readonly code = "run_limit_reached";
  override readonly details: Readonly<Record<string, unknown>>;

  constructor({ tier, limit, used, requested, resetsAt }: RunLimitFacts, links: BillingLinks) {
    const resets_at = resetsAt.toISOString();
    super(
      `The tier ${tier} has ${limit} runs a month, ${used} are used, and this request asks for ${requested}. ` +
        `The count begins again at ${resets_at}.`,
    );
    this.details = { tier, limit, used, requested, resets_at, ...links };
  }
}

/** The error for a sign-in to an account whose deletion is not finished. */
export class AccountBeingDeletedError extends RefusedError {
  readonly code = "account_being_deleted";
  override readonly retryAfterSeconds = 30;

  constructor() {
    super("This account is being deleted. Sign in again in a minute: you then get a new account.");
  }
}

/** The error for an account that has MAX_TOKENS personal access tokens and requests a further one. */
export class TokenLimitReachedError extends RefusedError {
  readonly code = "token_limit_reached";
  override readonly details: Readonly<Record<string, unknown>>;

  constructor(limit: number) {
    super(`An account may have ${limit} tokens. Revoke one by DELETE /me/tokens/<token_id> first.`);
    this.details = { limit };
  }
}

/**
 * The error for a request for an export while another export of the account's data is running. The next export may
 * begin when the running one has ended.
 */
export class ExportUnderWayError extends RefusedError {
  readonly code = "export_under_way";
  override readonly retryAfterSeconds = 30;

  constructor() {
    super(
      "An export of this account is under way. Wait until the export has ended, then ask for another export.",
    );
  }
}

/** The data that a client gets when its account has used all runs that its tier allows in a month. */
interface RunLimitFacts {
  tier: string;
  /** The number of runs that the tier allows in a calendar month. */
  limit: number;
  /** The number of runs that the account has used or reserved in this month. */
  used: number;
  requested: number;
  resetsAt: Date;
}
