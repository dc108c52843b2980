/** One fault of an input: where it is (a JSON pointer, RFC 6901) and what is wrong with it, in a sentence. */
export interface Fault {
  pointer: string;
  detail: string;
}

/** An input that was understood but breaks a rule. Carries every fault that was found, not only the first. */
export class InvalidInputError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map((fault) => `${fault.pointer}: ${fault.detail}`).join(" "));
    this.name = "InvalidInputError";
    this.faults = faults;
  }
}

/** Something was asked for by an id that nothing has. `detail` is a sentence for the client. */
export class NotFoundError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "NotFoundError";
  }
}

/** The caller is known, and this is not theirs to do. `detail` is a sentence for the client. */
export class NotAllowedError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "NotAllowedError";
  }
}

/** A store is there, or may be, and cannot be talked to with the settings that there are: a URL, a password. */
export class StoreRefusedError extends Error {
  readonly store: string;

  constructor(store: string, cause: unknown) {
    super(`${store} cannot be used like this`, { cause });
    this.name = "StoreRefusedError";
    this.store = store;
  }
}

/** A store (MongoDB, Redis, Meilisearch) gave no answer in time. Trying again later is right. */
export class StoreUnavailableError extends Error {
  readonly store: string;

  constructor(store: string, cause: unknown) {
    super(`${store} gave no answer`, { cause });
    this.name = "StoreUnavailableError";
    this.store = store;
  }
}
