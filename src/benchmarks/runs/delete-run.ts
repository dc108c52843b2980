import type { Run } from "../model/run.ts";
import type { Budgets } from "../budgets/budgets.ts";
import type { FileStore } from "../records/file-store.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import { refundRun, type RefundDeps } from "./refund-run.ts";

/** The stores that deleting a run needs. */
export interface DeleteDeps extends RefundDeps {
  files: FileStore;
  series: FrameSeriesRepository;
  budgets: Pick<Budgets, "recountKeptBytes">;
}

/**
 * Deletes a run, or what an interrupted deletion left of it. Its unit stays spent. May run any number of times: the run is hidden
 * first, so that nobody sees it half deleted; then the ledger notes the deletion, so that no sweep creates the run again; the
 * document is removed last, because a sweep finds the rest through it.
 */
export async function deleteRun(deps: DeleteDeps, run: Run): Promise<void> {
  const { runs, ledger, files, series, budgets } = deps;
  const found = await runs.markDeleting(run._id);
  await ledger.markRunDeleted(run.submission_id, run._id);
  // A sweep may have created the run after the first markDeleting and before the note in the ledger.
  const hidden = found ?? (await runs.markDeleting(run._id));
  // A run that failed before its deletion still has its unit given back.
  if (hidden?.refund_due) await refundRun(deps, hidden);
  const { file } = hidden ?? run;
  if (file) {
    await files.remove([file.file_id]);
    await budgets.recountKeptBytes(run.account_id);
  }
  await series.remove(run._id);
  await runs.removeDeleted(run._id);
}
