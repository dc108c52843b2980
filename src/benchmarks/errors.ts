import { DomainError, RefusedError } from "../errors.ts";

/**
 * The error for an uploaded file with more than MAX_FILE_BYTES bytes. If the file store had stored a part of the file,
 * it has removed this part.
 */
export class FileTooLargeError extends RefusedError {
  readonly code = "file_too_large";

  constructor(name: string, maxBytes: number) {
    super(`The file ${JSON.stringify(name)} has more than ${maxBytes} bytes, the maximum size of a file.`);
  }
}

/**
 * The error for a submission that may or may not be stored, because the connection to MongoDB broke while it was
 * inserted. The request must not undo anything: a sweep checks whether the submission is stored, and then finishes the
 * submission or removes its files. `cause` is the driver's error.
 */
export class OutcomeUnknownError extends DomainError {
  readonly code = "outcome_unknown";

  constructor(cause: unknown) {
    super("it is not known whether the submission was stored", { cause });
  }
}

/** The error for a file whose stored bytes differ from the uploaded bytes, or are partly lost. */
export class FileDamagedError extends Error {
  override name = "FileDamagedError";
  /** Says what is wrong with the stored bytes of the file. */
  readonly reason: string;

  constructor(fileId: string, reason: string) {
    super(`the stored file ${fileId} is damaged: ${reason}`);
    this.reason = reason;
  }
}

/** The error for a run that names a file which is not in the file store. */
export class StoredFileMissingError extends Error {
  override name = "StoredFileMissingError";

  constructor(fileId: string) {
    super(`the store has no file ${fileId}`);
  }
}

/** The error for a file whose reading process ended before it had read the file. `cause` says how the process ended. */
export class ReaderCrashedError extends Error {
  override name = "ReaderCrashedError";

  constructor(cause: unknown) {
    super("the process that read the file ended", { cause });
  }
}

/**
 * The error for a file that took too long to read, so that the service ended the reading process. `cause` is the error
 * of the wall-clock limit, or of the process that used up its processor time.
 */
export class ReaderTimeoutError extends Error {
  override name = "ReaderTimeoutError";
  readonly limits: ReadingLimits;

  constructor(limits: ReadingLimits, cause: unknown) {
    super(
      `the file was not read within ${limits.cpuSeconds} s of processor time and ${limits.seconds} s in all`,
      {
        cause,
      },
    );
    this.limits = limits;
  }
}

/** The limits of the time that the reading of a file may take. */
interface ReadingLimits {
  /** The limit of processor time for the reading of a file, in seconds. */
  cpuSeconds: number;
  /** The limit of wall-clock time for the reading of a file, in seconds. */
  seconds: number;
}

/**
 * The error for a reading that could not begin, because no process for reading files could be started. The file is not
 * at fault; `cause` has the reason.
 */
export class ReaderUnavailableError extends Error {
  override name = "ReaderUnavailableError";

  constructor(cause: unknown) {
    super("no process for reading files could be started", { cause });
  }
}

/** The error for a reviewer who wants to decide about a run that has no result. */
export class RunNotCompleteError extends Error {
  override name = "RunNotCompleteError";

  constructor(runId: string, status: string) {
    super(`run ${runId} is ${status}: expected a complete run, because only a result can be reviewed`);
  }
}

/** The error for a reviewer who wants to accept a run that stays unranked whatever a reviewer decides. */
export class NeverRankedError extends Error {
  override name = "NeverRankedError";

  constructor(runId: string, reason: string) {
    super(`run ${runId} stays unranked, and no reviewer can accept it: ${reason}`);
  }
}

/** The error for a reviewer who wants to decide about a run that the operator has hidden. */
export class RunHiddenError extends Error {
  override name = "RunHiddenError";

  constructor(runId: string) {
    super(`run ${runId} is hidden: restore it first, by "moderate --run ${runId} --restore"`);
  }
}
