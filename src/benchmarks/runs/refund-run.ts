import type { Run } from "../model/run.ts";
import type { UsagePort } from "../ports.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** What a refund needs. */
export interface RefundDeps {
  ledger: Ledger;
  runs: RunsRepository;
  usage: Pick<UsagePort, "rebuild">;
}

/**
 * Gives the unit of a failed run back, once, to the month in which it was accepted. May run any number of times: the ledger is
 * changed first and the counter follows it, so a crash in between is healed by doing it again.
 */
export async function refundRun(
  { ledger, runs, usage }: RefundDeps,
  run: Pick<Run, "_id" | "submission_id">,
): Promise<void> {
  const submission = await ledger.refund(run.submission_id, run._id);
  if (submission) await usage.rebuild(submission.account_id, submission.period, submission._id);
  await runs.clearRefundDue(run._id);
}
