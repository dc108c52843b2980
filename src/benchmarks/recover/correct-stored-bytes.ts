import { inPages } from "../../account-data.ts";
import type { AccountsRepository } from "../../accounts/index.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** How many accounts one query reads, and how many are compared at the same time. */
const PAGE = 200;
const AT_ONCE = 4;

interface CorrectDeps {
  accountsRepository: Pick<AccountsRepository, "findStoredBytes" | "replaceStoredBytes">;
  runsRepository: Pick<RunsRepository, "sumStoredBytesOf" | "hasDeletingOf">;
}

/**
 * Sets the stored bytes of each account to the total size of the files of its runs. Skips an account whose files are
 * changing: whose number of stored bytes has changed since it was read, or of which a run is being deleted. Does not
 * lower the number of an account to which bytes were added since `addedBefore`, because the run to which the bytes
 * belong may not be stored yet. Returns the number of corrected accounts.
 * @param addedBefore a moment further in the past than the time that a process needs from adding bytes to storing their
 * run
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
      // Skip the account: a process that is deleting one of its runs may be about to subtract the bytes of the run.
      if (await runsRepository.hasDeletingOf(account._id)) return;
      if (await accountsRepository.replaceStoredBytes(account, bytes, { addedBefore })) corrected += 1;
    },
    { signal, atOnce: AT_ONCE },
  );
  return corrected;
}
