import { DomainError, RefusedError } from "../errors.ts";

/** A file has more bytes than the service takes. Nothing of it is left. */
export class FileTooLargeError extends RefusedError {
  readonly code = "file_too_large";

  constructor(name: string, maxBytes: number) {
    super(
      `The file ${JSON.stringify(name)} has more than ${maxBytes} bytes, which is the most that is taken.`,
    );
  }
}

/**
 * The connection to MongoDB broke while a submission was inserted: nobody knows whether it is stored. Nothing may be undone
 * then; a sweep finds out from the ledger. `cause` is the driver's error.
 */
export class OutcomeUnknownError extends DomainError {
  readonly code = "outcome_unknown";

  constructor(cause: unknown) {
    super("it is not known whether the submission was stored", { cause });
  }
}

/** A run names a file that the store does not have, or no longer has. */
export class StoredFileMissingError extends Error {
  override name = "StoredFileMissingError";

  constructor(fileId: string) {
    super(`the store has no file ${fileId}`);
  }
}
