import type { AccountsRepository } from "../../accounts/index.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { Standings } from "../../standings/index.ts";
import type { Run } from "../model/run.ts";
import type { FileStore } from "../records/file-store.ts";
import type { FrameSeriesRepository } from "../../frames/index.ts";
import { filesInUse } from "../records/file-users.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { refundRun, type RefundDeps } from "./refund-run.ts";

/** The dependencies of `removeHidden`, which removes the data of runs that are already marked as being deleted. */
export interface RemovalDeps {
  runsRepository: RunsRepository;
  files: Pick<FileStore, "remove">;
  series: Pick<FrameSeriesRepository, "removeOfRuns">;
  accountsRepository: Pick<AccountsRepository, "subtractStoredBytes">;
  buildsRepository: Pick<BuildsRepository, "has">;
  standings: Pick<Standings, "leaveOut">;
}

/** The dependencies of `deleteRuns`. */
export type DeleteDeps = RemovalDeps & RefundDeps;

/**
 * Deletes runs, or the remains of an interrupted deletion. Deleted runs still count towards the monthly limit. The
 * function may be called repeatedly. It first marks the runs as being deleted, so that nobody sees a half-deleted run.
 * Then the submission records the deletion, so that no sweep creates the runs again. The documents are removed last,
 * because a sweep finds all remains through the documents.
 */
export async function deleteRuns(deps: DeleteDeps, given: readonly Run[]): Promise<void> {
  const { runsRepository, ledger } = deps;
  const ids = given.map(({ _id }) => _id);
  await runsRepository.markDeleting(ids);
  for (const [submissionId, runIds] of idsBy(given, ({ submission_id }) => submission_id))
    await ledger.markRunsDeleted(submissionId, runIds);
  // Mark the runs a second time: a sweep may have created a run after the first `markDeleting` and before the
  // submission recorded the deletion.
  await runsRepository.markDeleting(ids);
  // Read the runs only after they are marked: no worker writes to a marked run, so no file replaces its file any more.
  const hidden = await runsRepository.findDeletingOf(ids);
  // Refund the failed runs that are not refunded yet, so that they do not count towards the account's monthly limit.
  await finishEach(
    hidden.filter((run) => run.refund_due),
    (run) => refundRun(deps, run),
  );
  await removeHidden(deps, { given, hidden, filesInUse: await filesInUse(deps, [...given, ...hidden]) });
}

/**
 * The runs of a deletion: as the caller has given them, and as they are stored after they were marked as being deleted.
 */
interface HiddenRuns {
  given: readonly Run[];
  hidden: readonly Run[];
  /**
   * The ids of the files that are not removed, because other runs use them; absent if all runs of an account are
   * removed.
   */
  filesInUse?: ReadonlySet<string>;
}

/**
 * Subtracts the bytes of runs that are being deleted from their accounts, and removes the files, the frame series and
 * finally the documents of the runs.
 */
export async function removeHidden(
  deps: RemovalDeps,
  { given, hidden, filesInUse }: HiddenRuns,
): Promise<void> {
  const { runsRepository, files, series, buildsRepository, standings } = deps;
  await giveBytesBack(deps, hidden);
  const fileIds = [...given, ...hidden].flatMap(({ file }) => file?.file_id ?? []);
  await files.remove([...new Set(fileIds)].filter((id) => !filesInUse?.has(id)));
  await series.removeOfRuns(given.map(({ _id }) => _id));
  for (const [buildId, ids] of idsBy(given, ({ build_id }) => build_id)) {
    // Remove deleted runs from the standings (ranks) of their build before their documents are removed, which say in
    // which rankings the runs are. The standings of a deleted build are removed as a whole.
    const isBuildStored = await buildsRepository.has(buildId);
    if (isBuildStored) await standings.leaveOut(buildId, ids);
    await runsRepository.removeDeleted(ids, { mustHaveLeftRanking: isBuildStored });
  }
}

/**
 * Subtracts the bytes of each run that is being deleted from the stored bytes of its account, once only. After a crash,
 * the account's number of stored bytes may be too high until the daily sweep corrects it.
 */
async function giveBytesBack(
  { runsRepository, accountsRepository }: RemovalDeps,
  hidden: readonly Run[],
): Promise<void> {
  const withBytes = hidden.filter(({ stored_bytes = 0 }) => stored_bytes > 0);
  const taken = await Promise.all(withBytes.map(({ _id }) => runsRepository.takeStoredBytes(_id)));
  const bytesOf = new Map<string, number>();
  for (const found of taken)
    if (found) bytesOf.set(found.accountId, (bytesOf.get(found.accountId) ?? 0) + found.bytes);
  for (const [accountId, bytes] of bytesOf) await accountsRepository.subtractStoredBytes(accountId, bytes);
}

function idsBy<Key>(runs: readonly Run[], keyOf: (run: Run) => Key): Map<Key, string[]> {
  const ids = new Map<Key, string[]>();
  for (const run of runs) ids.set(keyOf(run), [...(ids.get(keyOf(run)) ?? []), run._id]);
  return ids;
}
