import type { Clock } from "../../infra/clock.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { FileStore } from "../records/file-store.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface ExpiredFilesDeps {
  files: FileStore;
  runs: RunsRepository;
  clock: Clock;
}

/**
 * Removes the files of runs that failed before a moment. The runs stay, with their reasons. Returns how many files it removed. May
 * run any number of times: while a file is removed it is not marked as referenced, so that after a crash the sweep of orphaned
 * files removes what the run no longer has, and keeps what it still has.
 */
export async function removeExpiredFiles(
  { files, runs, clock }: ExpiredFilesDeps,
  before: Date,
  limit: number,
): Promise<number> {
  return finishEach(await runs.findExpiredFiles(before, limit), async (run) => {
    if (!run.file) return;
    const { file_id } = run.file;
    await files.unreference(file_id, run.submission_id);
    if (await runs.expireFile(run, clock())) await files.remove([file_id]);
    // The run was queued again or deleted meanwhile: the file is its own still.
    else await files.markReferenced([file_id]);
  });
}
