import type { AccountsRepository } from "../../accounts/index.ts";
import type { Clock } from "../../infra/clock.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { FileStore } from "../records/file-store.ts";
import { usersOfFile, type FileUsersDeps } from "../records/file-users.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface ExpiredFilesDeps extends FileUsersDeps {
  files: FileStore;
  runsRepository: RunsRepository;
  accountsRepository: Pick<AccountsRepository, "subtractStoredBytes">;
  clock: Clock;
}

/**
 * Removes the files of runs that failed before a moment. The runs stay, with their errors. Returns the number of
 * removed files. The function may run any number of times: a file is marked as deleting while it is removed, so that
 * after a crash the sweep of orphaned files removes the file if the run no longer names it, and keeps the file
 * otherwise.
 */
export async function removeExpiredFiles(
  deps: ExpiredFilesDeps,
  before: Date,
  limit: number,
): Promise<number> {
  const { files, runsRepository, accountsRepository, clock } = deps;
  return finishEach(await runsRepository.findExpiredFiles(before, limit), async (run) => {
    if (!run.file) return;
    const { file_id, is_shared } = run.file;
    await files.markDeleting(file_id, run.submission_id);
    // If the run was queued again in the meantime, keep the file: the sweep of orphaned files finds that the run still
    // names it, and removes the mark.
    if (!(await runsRepository.expireFile(run, clock()))) return;
    await accountsRepository.subtractStoredBytes(run.account_id, run.stored_bytes ?? 0);
    // Keep a file that other runs use, too: the sweep of orphaned files then removes its mark.
    const shared = { submissionId: run.submission_id, fileId: file_id };
    if (!is_shared || (await usersOfFile(deps, shared)).length === 0) await files.remove([file_id]);
  });
}
