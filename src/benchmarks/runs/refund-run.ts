import type { Run, RunsRepository } from "../records/runs-repository.ts";
import type { SubmissionsRepository } from "../records/ledger.ts";

/** Gives the unit of a failed run back, once, to the month in which it was accepted. May run any number of times. */
export type RefundRun = (run: Pick<Run, "_id" | "submission_id">) => Promise<void>;

/** Sets an account's counter to what the ledger says, also for a submission that is stored and not yet settled. */
export type Recount = (accountId: string, period: string, submissionId: string) => Promise<void>;

interface RefundRunParts {
  submissions: Pick<SubmissionsRepository, "refund">;
  runs: Pick<RunsRepository, "clearRefundDue">;
  recount: Recount;
}

/** The ledger is changed first and the counter follows it, so a crash in between is mended by doing it again. */
export function createRefundRun({ submissions, runs, recount }: RefundRunParts): RefundRun {
  return async (run) => {
    const submission = await submissions.refund(run.submission_id, run._id);
    if (submission) await recount(submission.account_id, submission.period, submission._id);
    await runs.clearRefundDue(run._id);
  };
}
