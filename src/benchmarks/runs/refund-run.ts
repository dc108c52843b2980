import type { Run } from "../model/run.ts";
import type { Submission } from "../model/submission.ts";
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
export async function refundRun(deps: RefundDeps, run: FailedRun): Promise<void> {
  const submission = await refundInLedger(deps, run);
  if (submission) await deps.usage.rebuild(submission.account_id, submission.period, submission._id);
  await deps.runs.clearRefundDue(run._id);
}

/**
 * Gives the unit of a failed run back in the ledger alone, and records the failure.
 * @returns its submission; null where there is none any more
 */
export async function refundInLedger(
  { ledger, failures }: Pick<RefundDeps, "ledger" | "failures">,
  run: FailedRun,
): Promise<Submission | null> {
  const submission = await ledger.refund(run.submission_id, run._id);
  if (submission) await failures.record(run._id, submission.account_id);
  return submission;
}

type FailedRun = Pick<Run, "_id" | "submission_id">;
