import { finishEach } from "../../infra/sweep.ts";
import type { Run } from "../model/run.ts";
import type { Budgets } from "../budgets/budgets.ts";
import type { FileStore } from "../records/file-store.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import { refundRun, type RefundDeps } from "./refund-run.ts";

/** The stores that deleting runs needs. */
export interface DeleteDeps extends RefundDeps {
  files: FileStore;
  series: FrameSeriesRepository;
  budgets: Pick<Budgets, "recountKeptBytes">;
}

/**
 * Deletes runs, or what an interrupted deletion left of them. Their units stay spent. May run any number of times: the runs are
 * hidden first, so that nobody sees one half deleted; then the ledger notes the deletion, so that no sweep creates a run again; the
 * documents are removed last, because a sweep finds the rest through them.
 */
export async function deleteRuns(deps: DeleteDeps, given: readonly Run[]): Promise<void> {
  const { runs, ledger, files, series, budgets } = deps;
  const ids = given.map(({ _id }) => _id);
  await runs.markDeleting(ids);
  for (const [submissionId, runIds] of idsBySubmission(given))
    await ledger.markRunsDeleted(submissionId, runIds);
  // A sweep may have created a run after the first markDeleting and before the note in the ledger.
  await runs.markDeleting(ids);
  // Once a run is marked, no worker writes to it any more, so the file that it names now is its last one.
  const hidden = await runs.findDeletingOf(ids);
  // A run that failed before its deletion still has its unit given back.
  await finishEach(
    hidden.filter((run) => run.refund_due),
    (run) => refundRun(deps, run),
  );
  const withFile = [...given, ...hidden].filter(({ file }) => file !== null);
  await files.remove([...new Set(withFile.flatMap(({ file }) => file?.file_id ?? []))]);
  for (const accountId of new Set(withFile.map(({ account_id }) => account_id)))
    await budgets.recountKeptBytes(accountId);
  await series.removeOfRuns(ids);
  await runs.removeDeleted(ids);
}

function idsBySubmission(runs: readonly Run[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { _id, submission_id } of runs) ids.set(submission_id, [...(ids.get(submission_id) ?? []), _id]);
  return ids;
}
