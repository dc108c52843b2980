import type { Run } from "../model/run.ts";
import type { FileStore } from "../records/file-store.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import { refundRun, type RefundDeps } from "./refund-run.ts";

/** What deleting a run needs. */
export interface DeleteDeps extends RefundDeps {
  files: FileStore;
  series: FrameSeriesRepository;
}

/**
 * Deletes a run, or what is left of it. Its unit stays spent. May run any number of times, since the order makes each step
 * repeatable: the run is hidden first, so that nobody sees half a run; noted in the ledger, so that no sweep creates it again;
 * its document goes last, since it leads to all the rest.
 */
export async function deleteRun(deps: DeleteDeps, run: Run): Promise<void> {
  const { runs, ledger, files, series } = deps;
  const found = await runs.markDeleting(run._id);
  await ledger.markRunDeleted(run.submission_id, run._id);
  // A run that was not created yet may have been created before the ledger knew of its deletion.
  const hidden = found ?? (await runs.markDeleting(run._id));
  // The unit of a failed run is owed whether or not the run still exists, also if it failed a moment ago.
  if (hidden?.refund_due) await refundRun(deps, hidden);
  const { file } = hidden ?? run;
  if (file) await files.remove([file.file_id]);
  await series.remove(run._id);
  await runs.removeDeleted(run._id);
}
