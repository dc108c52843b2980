import { DomainError, RefusedError } from "../../errors.ts";

/** Why a log-in was refused, for the log of security events. */
type RefusalReason = "no_start" | "bad_id_token" | "used_id_token" | "bad_code" | "denied";

/** The error for a log-in whose proof is missing or wrong. No session was started. */
export class LogInRefusedError extends RefusedError {
  readonly code = "log_in_refused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * The error for a person without an account who signs in while the service takes no new accounts (SIGN_UP is closed).
 */
export class SignUpClosedError extends RefusedError {
  readonly code = "sign_up_closed";

  constructor() {
    super(
      "This service takes no new accounts. If you have an account here, sign in with the provider that you used before.",
    );
  }
}

/**
 * The error for a new account from an address that has made NEW_ACCOUNTS_A_DAY accounts today (UTC). No further account
 * was stored.
 */
export class NewAccountLimitReachedError extends RefusedError {
  readonly code = "new_account_limit_reached";
  override readonly retryAfterSeconds: number;
  override readonly details: Readonly<Record<string, unknown>>;

  constructor(limit: number, retryAfterMs: number) {
    super(
      `Your network address has made ${limit} new accounts today, as many as a day (UTC) allows. Make your account ` +
        "tomorrow, or from another network. People who have an account can sign in.",
    );
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    this.details = { limit };
  }
}

/**
 * The error for a sign-in provider that gave no answer, or an answer that the service cannot use. The client may
 * succeed with the same request later.
 */
export class ProviderUnavailableError extends DomainError {
  readonly code = "provider_unavailable";
  override readonly retryAfterSeconds: number;

  /**
   * Creates the error of a sign-in provider that cannot be used at the moment.
   * @param fault a text for the operator's log that says what happened, without secrets, codes and tokens
   */
  constructor(provider: string, fault: string, retryAfterMs: number) {
    super(`The sign-in provider ${provider} cannot be used at this moment. Please try again in a moment.`, {
      cause: new Error(fault),
    });
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  }
}
