import type { AccountsRepository } from "../../accounts/index.ts";
import type { Clock } from "../../infra/clock.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { FileStore } from "../records/file-store.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface ExpiredFilesDeps {
  files: FileStore;
  runsRepository: RunsRepository;
  accountsRepository: Pick<AccountsRepository, "subtractStoredBytes">;
  clock: Clock;
}

/**
 * Removes the files of runs that failed before a moment. The runs stay, with their reasons. Returns how many files it removed. May
 * run any number of times: while a file is removed it is marked as deleting, so that after a crash the sweep of orphaned files removes
 * what the run no longer has, and keeps what it still has.
 */
export async function removeExpiredFiles(
  { files, runsRepository, accountsRepository, clock }: ExpiredFilesDeps,
  before: Date,
  limit: number,
): Promise<number> {
  return finishEach(await runsRepository.findExpiredFiles(before, limit), async (run) => {
    if (!run.file) return;
    const { file_id } = run.file;
    await files.markDeleting(file_id, run.submission_id);
    // Where the run was queued again meanwhile, the sweep of orphaned files finds that the file is its own still.
    if (!(await runsRepository.expireFile(run, clock()))) return;
    await accountsRepository.subtractStoredBytes(run.account_id, run.stored_bytes ?? 0);
    await files.remove([file_id]);
  });
}
