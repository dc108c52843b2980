import type { Usage } from "../../accounts/index.ts";
import type { Run } from "../model/run.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** The dependencies of `refundRun`, which takes a failed run out of the account's monthly limit. */
export interface RefundDeps {
  ledger: Ledger;
  runsRepository: RunsRepository;
  usage: Pick<Usage, "reconcile">;
}

/**
 * Refunds a failed run, once: the run no longer counts against the monthly limit of its account in the month in which
 * it was accepted. The function may be called repeatedly. The function first changes the submission in MongoDB, and
 * then sets the counter in Redis. After a crash, a sweep therefore only has to repeat the call.
 */
export async function refundRun(
  { ledger, runsRepository, usage }: RefundDeps,
  { _id, submission_id }: Pick<Run, "_id" | "submission_id">,
): Promise<void> {
  const submission = await ledger.refund(submission_id, _id);
  if (submission) await usage.reconcile(submission.account_id, submission.period);
  await runsRepository.clearRefundDue(_id);
}
