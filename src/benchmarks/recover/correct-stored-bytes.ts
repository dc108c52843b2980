import { inPages } from "../../account-data.ts";
import type { AccountsRepository } from "../../accounts/index.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** The number of accounts that one query reads. */
const PAGE = 200;
/** The number of accounts whose stored bytes are compared at the same time. */
const AT_ONCE = 4;

interface CorrectDeps {
  accountsRepository: Pick<AccountsRepository, "findStoredBytes" | "replaceStoredBytes">;
  runsRepository: Pick<RunsRepository, "sumStoredBytesOf" | "hasDeletingOf">;
}

/**
 * Sets the stored bytes of each account to the total size of the files of its runs, and returns the number of corrected
 * accounts. Skips an account whose files are changing: its number of stored bytes has changed since it was read, or one
 * of its runs is being deleted. If bytes were added since `addedBefore`, does not lower the number, because the run of
 * these bytes may not be stored yet.
 * @param addedBefore a moment so long ago that every process has stored the runs of the bytes that it added before this
 * moment
 */
export async function correctStoredBytes(
  { accountsRepository, runsRepository }: CorrectDeps,
  addedBefore: Date,
  signal?: AbortSignal,
): Promise<number> {
  let corrected = 0;
  const all = inPages((afterId: string | undefined) => accountsRepository.findStoredBytes(afterId, PAGE));
  await finishEach(
    all,
    async (account) => {
      const bytes = await runsRepository.sumStoredBytesOf(account._id);
      if (bytes === (account.stored_bytes ?? 0)) return;
      // Skip an account of which a run is being deleted, because another process may be about to subtract the bytes of
      // the run.
      if (await runsRepository.hasDeletingOf(account._id)) return;
      if (await accountsRepository.replaceStoredBytes(account, bytes, { addedBefore })) corrected += 1;
    },
    { signal, atOnce: AT_ONCE },
  );
  return corrected;
}
