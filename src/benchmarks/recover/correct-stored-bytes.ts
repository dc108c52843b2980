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
 * Sets the stored bytes of each account to the sum of what the files of its runs take. An account whose files change meanwhile is left
 * alone: the number has to be the one that was read before the runs, none of these may be about to be deleted, and the number is not
 * lowered where bytes were added since a moment, whose run may not be stored yet. Returns how many accounts it has corrected.
 * @param addedBefore must lie further in the past than a process needs from adding bytes to storing their run
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
      // Whoever deletes a run may be about to give its bytes back.
      if (await runsRepository.hasDeletingOf(account._id)) return;
      if (await accountsRepository.replaceStoredBytes(account, bytes, { addedBefore })) corrected += 1;
    },
    { signal, atOnce: AT_ONCE },
  );
  return corrected;
}
