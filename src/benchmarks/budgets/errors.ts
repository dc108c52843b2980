import { RefusedError } from "../../errors.ts";

/** The budget that a request would exceed, as the answer to the client describes it. */
export interface BudgetFacts {
  /** How much of the budget the account has used. */
  used: number;
  limit: number;
  /** How much of the budget the request needs. */
  requested: number;
}

/** The Retry-After of a refusal that ends as soon as files are read or uploads end, in seconds. */
const SOON_S = 5;

/**
 * The files of the request, the account's failed runs of today (UTC) and its waiting files, which may still fail,
 * exceed the number of failed runs that are allowed on one day.
 */
export class FailedRunLimitError extends RefusedError {
  readonly code = "failed_run_limit_reached";
  override readonly details: Readonly<Record<string, unknown>>;
  override readonly retryAfterSeconds: number;

  /** @param facts.waiting how many files of the account are not read yet: each of these files may fail, too */
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

/** The files of the request and the account's unread files exceed the number of files that may wait to be read. */
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

/** This process is already receiving as many submissions with files as one account may send at the same time. */
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

/** The request would take the stored files of the account over its storage limit. */
export class StorageFullError extends RefusedError {
  readonly code = "storage_full";
  override readonly details: Readonly<Record<string, unknown>>;

  /** @param facts the numbers in bytes; `requested` is the size of the part of the request that has arrived so far */
  constructor({ used, limit, requested }: BudgetFacts) {
    super(
      `Your stored files have ${used} bytes, this request adds at least ${requested}, and an account may store ${limit}. ` +
        "Delete runs whose files you no longer need (DELETE /benchmarks/runs/<run_id>), then send the request again.",
    );
    this.details = { used, requested, limit };
  }
}
