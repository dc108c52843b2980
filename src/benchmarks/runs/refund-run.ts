import type { Run } from "../model/run.ts";
import type { UsagePort } from "../ports.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** The stores and the counter that a refund needs. */
export interface RefundDeps {
  ledger: Ledger;
  runs: RunsRepository;
  usage: Pick<UsagePort, "reconcile">;
}

/**
 * Gives the unit of a failed run back, once, in the month in which the run was accepted. May run any number of times: the ledger
 * is changed first and the counter is set by it, so a sweep only has to repeat it after a crash.
 */
export async function refundRun(
  { ledger, runs, usage }: RefundDeps,
  { _id, submission_id }: Pick<Run, "_id" | "submission_id">,
): Promise<void> {
  const submission = await ledger.refund(submission_id, _id);
  if (submission) await usage.reconcile(submission.account_id, submission.period);
  await runs.clearRefundDue(_id);
}
