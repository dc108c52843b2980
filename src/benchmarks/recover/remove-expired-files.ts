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
 * Removes the files of runs that failed before a given moment, and returns the number of these runs. The runs stay,
 * with their errors. The function may be called repeatedly: a file is marked as deleting while it is removed. After a
 * crash, the sweep of orphaned files removes a marked file if its run no longer names it, and otherwise keeps it.
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
    // Keep the file if its run was queued again in the meantime. The sweep of orphaned files then finds that the run
    // still names the file, and removes only the mark that `markDeleting` has set.
    if (!(await runsRepository.expireFile(run, clock()))) return;
    await accountsRepository.subtractStoredBytes(run.account_id, run.stored_bytes ?? 0);
    // Keep a file that other runs use, too. The sweep of orphaned files then removes only the mark.
    const shared = { submissionId: run.submission_id, fileId: file_id };
    if (!is_shared || (await usersOfFile(deps, shared)).length === 0) await files.remove([file_id]);
  });
}
