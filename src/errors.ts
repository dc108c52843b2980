/** One fault of an input: where it is (a JSON pointer, RFC 6901) and what is wrong with it, in a sentence. */
export interface Fault {
  pointer: string;
  detail: string;
}

/**
 * An error that the domain throws on purpose. The domain knows no HTTP: `http/problems/error-to-problem.ts` maps each
 * code to a response. The error's message is a sentence for the client.
 */
export abstract class DomainError extends Error {
  override name = this.constructor.name;
  abstract readonly code: ErrorCode;
  /** Facts that the client needs beside the message: each member is sent in the response under the same name. */
  readonly details: Readonly<Record<string, unknown>> = {};
  /**
   * The number of seconds after which the request may be sent again; undefined if sending the request again does not
   * help.
   */
  readonly retryAfterSeconds: number | undefined = undefined;
}

/**
 * The code of an error of the domain. Other folders distinguish errors by this code, without importing the error
 * classes.
 */
export type ErrorCode =
  | "invalid_input"
  | "bad_signature"
  | "not_found"
  | "not_allowed"
  | "account_gone"
  | "account_being_deleted"
  | "account_suspended"
  | "log_in_refused"
  | "sign_up_closed"
  | "new_account_limit_reached"
  | "provider_unavailable"
  | "export_under_way"
  | "run_limit_reached"
  | "token_limit_reached"
  | "failed_run_limit_reached"
  | "waiting_limit_reached"
  | "upload_limit_reached"
  | "storage_full"
  | "gone"
  | "file_too_large"
  | "overloaded"
  | "try_again"
  | "store_unavailable"
  | "store_refused"
  | "outcome_unknown";

/** The error for a request that the service has refused. The service has stored and counted nothing for the request. */
export abstract class RefusedError extends DomainError {}

/**
 * The error for an input that can be read but breaks rules. The error contains every fault that was found, not only the
 * first.
 */
export class InvalidInputError extends RefusedError {
  readonly code = "invalid_input";
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map((fault) => `${fault.pointer}: ${fault.detail}`).join(" "));
    this.faults = faults;
  }
}

/** The error for a request for an id or an address that belongs to nothing. */
export class NotFoundError extends RefusedError {
  readonly code = "not_found";
  /** The slug of the product or chip that is probably meant; undefined if nothing similar is known. */
  readonly nearest: string | undefined;

  constructor(message: string, { nearest }: { nearest?: string } = {}) {
    super(message);
    this.nearest = nearest;
  }
}

/** The error for a request for a resource that has existed and was removed for good. */
export class GoneError extends RefusedError {
  readonly code = "gone";
}

/** The error for a known caller who may not do what the request asks for. */
export class NotAllowedError extends RefusedError {
  readonly code = "not_allowed";
}

/**
 * The error for a request during which the caller's account was deleted. The service removes all data that the request
 * has stored.
 */
export class AccountGoneError extends RefusedError {
  readonly code = "account_gone";

  constructor() {
    super(
      "The account was deleted while this request was under way. The service stores no data of the request.",
    );
  }
}

/** The error for a caller, or a person who signs in, whose account the operator has suspended. */
export class AccountSuspendedError extends RefusedError {
  readonly code = "account_suspended";
  override readonly details: Readonly<Record<string, unknown>>;

  /**
   * Creates the error of a suspended person.
   * @param settings `CONTACT_URL`, the link or address by which people reach the operator, and `PUBLIC_URL`, the URL of
   * the service, which completes a `CONTACT_URL` that is only a path
   */
  constructor(reason: string, settings: { CONTACT_URL?: string | undefined; PUBLIC_URL: string }) {
    const { CONTACT_URL, PUBLIC_URL } = settings;
    super(
      `This account is suspended. You can still download your data and delete the account where you are signed in. The reason: ${reason}`,
    );
    this.details = {
      reason,
      contact: CONTACT_URL === undefined ? null : new URL(CONTACT_URL, PUBLIC_URL).href,
    };
  }
}

/**
 * The error for a request that is refused because too many requests of its kind are waiting. The request may succeed
 * later.
 */
export class OverloadedError extends RefusedError {
  readonly code = "overloaded";
  override readonly retryAfterSeconds = 1;
}

/**
 * The error for a request that needs data, such as ranks or a counter, which were not ready in time, although every
 * store answers. The request succeeds if it is sent again a moment later.
 */
export class TryAgainError extends DomainError {
  readonly code = "try_again";
  override readonly retryAfterSeconds = 1;

  /**
   * Creates the error of a request that needs data which was not ready.
   * @param what the first sentence of the message, which names the data
   */
  constructor(what: string, options?: ErrorOptions) {
    super(`${what} Nothing was lost; please try again in a moment.`, options);
  }
}

/**
 * The error for a store that refuses the settings, such as the store's URL or password. The same call fails again until
 * the settings are corrected.
 */
export class StoreRefusedError extends DomainError {
  readonly code = "store_refused";
  readonly store: string;

  constructor(store: string, cause: unknown) {
    super(`${store} cannot be used with these settings`, { cause });
    this.store = store;
  }
}

/**
 * The error for a store (MongoDB, Redis, Meilisearch, S3) that gave no answer in time, or cannot do its work at the
 * moment. The request may succeed later.
 */
export class StoreUnavailableError extends DomainError {
  readonly code = "store_unavailable";
  override readonly retryAfterSeconds = 1;
  readonly store: string;

  constructor(store: string, cause: unknown) {
    super(`${store} is unavailable`, { cause });
    this.store = store;
  }
}
