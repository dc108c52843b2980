import { DomainError, type ErrorCode } from "../../errors.ts";
import type { StoredAnswer } from "../../idempotency/idempotency.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import { finishEach } from "../../infra/sweep.ts";
import { createAcceptSubmission, type AcceptDeps, type Submitter } from "./accept-submission.ts";
import { finishPending, type FinishDeps } from "./finish-submission.ts";
import { createFinishedSubmissions } from "./finished-submissions.ts";
import { createReceiveUpload, type ReceiveDeps, type SentSubmission } from "./receive-upload.ts";

type SubmissionsDeps = FinishDeps &
  Omit<AcceptDeps, "finished"> &
  Omit<ReceiveDeps, "acceptance"> & { securityEvents: SecurityEvents };

/** The service that receives submissions, and finishes submissions that were interrupted. */
export type Submissions = ReturnType<typeof createSubmissions>;

/** Creates the service that receives and finishes submissions. */
export function createSubmissions(deps: SubmissionsDeps) {
  const { ledger, securityEvents } = deps;
  const finished = createFinishedSubmissions(deps);
  const acceptance = createAcceptSubmission({ ...deps, finished });
  const receiveUpload = createReceiveUpload({ ...deps, acceptance });
  return {
    /**
     * Receives a form and submits all of its runs, or none. A repeated request, recognised by its idempotency key, gets
     * the first response again and adds no runs. The files of a refused form are removed. If a request is refused
     * because the account has used up a limit, the log of security events records the refusal.
     * @throws InvalidInputError with every fault, RunLimitReachedError, FailedRunLimitError, WaitingLimitError,
     * StorageFullError, UploadLimitError, NotFoundError or NotAllowedError for the build, AccountGoneError,
     * TryAgainError, OutcomeUnknownError where the connection to MongoDB broke during the commit
     */
    receive: async (submitter: Submitter, sent: SentSubmission): Promise<StoredAnswer> => {
      try {
        return await receiveUpload(submitter, sent);
      } catch (error) {
        if (error instanceof DomainError && limitCodes.has(error.code)) {
          const facts = { account_id: submitter.account_id, address: sent.address, limit: error.code };
          securityEvents.record("limit_reached", facts);
        }
        throw error;
      }
    },

    /**
     * Finishes pending submissions that were stored before a given moment, because the processes that should have
     * finished them have died or met an error. Returns the number of finished submissions.
     */
    finishPending: async (before: Date, limit: number): Promise<number> =>
      finishEach(await ledger.findPending(before, limit), (submission) => finishPending(deps, submission)),

    /**
     * Resolves when the background work of accepted submissions is done and the submissions are marked as finished. The
     * promise never rejects.
     */
    close: async (): Promise<void> => {
      await acceptance.settled();
      await finished.flush();
    },
  };
}

/** The codes of errors that refuse a request because an account has used up a limit. */
const limitCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "run_limit_reached",
  "failed_run_limit_reached",
  "waiting_limit_reached",
  "upload_limit_reached",
  "storage_full",
]);
