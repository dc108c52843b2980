import type { Run } from "../model/run.ts";
import type { UsagePort } from "../ports.ts";
import type { FailedRunsRepository } from "../records/failed-runs-repository.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** The stores and the counter that a refund needs. */
export interface RefundDeps {
  ledger: Ledger;
  runs: RunsRepository;
  failures: Pick<FailedRunsRepository, "record">;
  usage: Pick<UsagePort, "rebuild">;
}

/**
 * Gives the unit of a failed run back, once, in the month in which the run was accepted, and records the failure. May run any
 * number of times: the ledger is changed first and the counter is rebuilt from it, so a sweep only has to repeat it after a crash.
 */
export async function refundRun(
  { ledger, runs, failures, usage }: RefundDeps,
  run: Pick<Run, "_id" | "submission_id">,
): Promise<void> {
  const submission = await ledger.refund(run.submission_id, run._id);
  if (submission) {
    await failures.record(run._id, submission.account_id);
    await usage.rebuild(submission.account_id, submission.period, submission._id);
  }
  await runs.clearRefundDue(run._id);
}
