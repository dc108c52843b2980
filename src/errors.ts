/** One fault of an input: where it is (a JSON pointer, RFC 6901) and what is wrong with it, in a sentence. */
export interface Fault {
  pointer: string;
  detail: string;
}

/** What can go wrong in the domain, by the code that every error of the domain carries. */
export type ErrorCode =
  | "invalid_input"
  | "not_found"
  | "not_allowed"
  | "run_limit_reached"
  | "file_too_large"
  | "request_in_flight"
  | "store_unavailable"
  | "store_refused"
  | "outcome_unknown";

/**
 * An error that the domain throws on purpose. It knows no HTTP: `http/error-to-problem.ts` has the response to each code.
 * Its message is a sentence for the client.
 */
export abstract class DomainError extends Error {
  override name = this.constructor.name;
  abstract readonly code: ErrorCode;
  /** Facts that the client needs beside the message, by the names that the response gives them. */
  readonly details: Readonly<Record<string, unknown>> = {};
}

/** The request was refused for certain: nothing of it was stored and nothing counted. */
export abstract class RefusedError extends DomainError {}

/** An input was understood and breaks a rule. Carries every fault that was found, not only the first. */
export class InvalidInputError extends RefusedError {
  readonly code = "invalid_input";
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map((fault) => `${fault.pointer}: ${fault.detail}`).join(" "));
    this.faults = faults;
  }
}

/** Nothing has the id or the address that the client asked for. */
export class NotFoundError extends RefusedError {
  readonly code = "not_found";
}

/** The caller is known, and what it asks for is not the caller's to do. */
export class NotAllowedError extends RefusedError {
  readonly code = "not_allowed";
}

/** The settings do not fit a store: its URL or its password. Trying again does not help. */
export class StoreRefusedError extends DomainError {
  readonly code = "store_refused";
  readonly store: string;

  constructor(store: string, cause: unknown) {
    super(`${store} cannot be used like this`, { cause });
    this.store = store;
  }
}

/** A store (MongoDB, Redis, Meilisearch) gave no answer in time. Trying again later is right. */
export class StoreUnavailableError extends DomainError {
  readonly code = "store_unavailable";
  readonly store: string;

  constructor(store: string, cause: unknown) {
    super(`${store} gave no answer`, { cause });
    this.store = store;
  }
}
