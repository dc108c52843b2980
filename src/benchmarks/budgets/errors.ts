import { RefusedError } from "../../errors.ts";

/** A limit of an account that a request would exceed, in numbers. The error response contains these numbers. */
export interface BudgetFacts {
  /** How much of the limit the account has used already. */
  used: number;
  limit: number;
  /** How much of the limit the refused request needs. */
  requested: number;
}

/**
 * The Retry-After, in seconds, for limits that soon have room again, because workers read waiting files and uploads
 * end.
 */
const SOON_S = 5;

/**
 * The error for a request that could take a person over the maximum number of failed runs per day (UTC). The service
 * adds up today's failed runs, the waiting files, which may still fail, and the files of the request.
 */
export class FailedRunLimitError extends RefusedError {
  readonly code = "failed_run_limit_reached";
  override readonly details: Readonly<Record<string, unknown>>;
  override readonly retryAfterSeconds: number;

  /** @param facts.waiting the number of the account's files that are not read yet, each of which may still fail */
  constructor(facts: BudgetFacts & { waiting: number; resetsAt: Date; now: Date }) {
    const { used, limit, waiting, requested, resetsAt, now } = facts;
    const resets_at = resetsAt.toISOString();
    const isUsedUp = used >= limit;
    const found = `${used} of your files have failed today (UTC), and at most ${limit} may fail a day.`;
    super(
      isUsedUp
        ? `${found} The service accepts files again from ${resets_at}; it accepts typed-in scores at any time.`
        : `${found} ${waiting} more files wait to be read, and this request sends ${requested}: all of them might fail. ` +
            "Send the request again when the waiting files are read, or send fewer files at a time.",
    );
    this.details = { used, waiting, requested, limit, resets_at };
    this.retryAfterSeconds = isUsedUp
      ? Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
      : SOON_S;
  }
}

/**
 * The error for a request whose files, together with the account's unread files, exceed the number of files that may
 * wait to be read.
 */
export class WaitingLimitError extends RefusedError {
  readonly code = "waiting_limit_reached";
  override readonly details: Readonly<Record<string, unknown>>;
  override readonly retryAfterSeconds = SOON_S;

  constructor({ used, limit, requested }: BudgetFacts) {
    super(
      `${used} of your files wait to be read, this request sends ${requested}, and at most ${limit} may wait. ` +
        "Send the request again when some of these files are read.",
    );
    this.details = { used, requested, limit };
  }
}

/**
 * The error for a submission with files of an account that is already sending the maximum number of such submissions to
 * this process.
 */
export class UploadLimitError extends RefusedError {
  readonly code = "upload_limit_reached";
  override readonly details: Readonly<Record<string, unknown>>;
  override readonly retryAfterSeconds = SOON_S;

  constructor({ used, limit }: Omit<BudgetFacts, "requested">) {
    super(
      `You are sending ${used} submissions with files, and the service accepts at most ${limit} at the same time. ` +
        "Send this submission again when one of the others has ended.",
    );
    this.details = { used, limit };
  }
}

/** The error for a request that would take the stored files of an account over its storage limit. */
export class StorageFullError extends RefusedError {
  readonly code = "storage_full";
  override readonly details: Readonly<Record<string, unknown>>;

  /**
   * @param facts the account's storage limit and its stored bytes; `requested` is the size of the part of the request
   *   that has arrived so far
   */
  constructor({ used, limit, requested }: BudgetFacts) {
    super(
      `Your stored files have ${used} bytes, this request adds at least ${requested}, and an account may store ${limit}. ` +
        "Delete runs whose files you no longer need (DELETE /benchmarks/runs/<run_id>), then send the request again.",
    );
    this.details = { used, requested, limit };
  }
}
