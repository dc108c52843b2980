/** A file has more bytes than the service takes. */
export class FileTooLargeError extends Error {
  constructor(name: string, maxBytes: number) {
    super(
      `The file ${JSON.stringify(name)} has more than ${maxBytes} bytes, which is the most that is taken.`,
    );
    this.name = "FileTooLargeError";
  }
}

/**
 * The store broke off while it was told to store a submission: nobody knows whether it did. Nothing may be taken back
 * then; whoever looks into the ledger later finds out. `cause` is the store's error.
 */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super("it is not known whether the submission was stored", { cause });
    this.name = "OutcomeUnknownError";
  }
}

/** A run names a file that the store does not have (any more). */
export class StoredFileMissingError extends Error {
  constructor(fileId: string) {
    super(`the store has no file ${fileId}`);
    this.name = "StoredFileMissingError";
  }
}
