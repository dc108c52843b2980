import type { AccountsRepository } from "../../accounts/index.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { Standings } from "../../standings/index.ts";
import type { Run } from "../model/run.ts";
import type { FileStore } from "../records/file-store.ts";
import type { FrameSeriesRepository } from "../../frames/index.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { refundRun, type RefundDeps } from "./refund-run.ts";

/** The stores that removing hidden runs needs. */
export interface RemovalDeps {
  runsRepository: RunsRepository;
  files: Pick<FileStore, "remove">;
  series: Pick<FrameSeriesRepository, "removeOfRuns">;
  accountsRepository: Pick<AccountsRepository, "subtractStoredBytes">;
  buildsRepository: Pick<BuildsRepository, "has">;
  standings: Pick<Standings, "leaveOut">;
}

/** The stores that deleting runs needs. */
export type DeleteDeps = RemovalDeps & RefundDeps;

/**
 * Deletes runs, or what an interrupted deletion left of them. Their units stay spent. May run any number of times: the runs are
 * hidden first, so that nobody sees one half deleted; then the ledger notes the deletion, so that no sweep creates a run again; the
 * documents are removed last, because a sweep finds the rest through them.
 */
export async function deleteRuns(deps: DeleteDeps, given: readonly Run[]): Promise<void> {
  const { runsRepository, ledger } = deps;
  const ids = given.map(({ _id }) => _id);
  await runsRepository.markDeleting(ids);
  for (const [submissionId, runIds] of idsBy(given, ({ submission_id }) => submission_id))
    await ledger.markRunsDeleted(submissionId, runIds);
  // A sweep may have created a run after the first markDeleting and before the note in the ledger.
  await runsRepository.markDeleting(ids);
  // Once a run is marked, no worker writes to it any more, so the file that it names now is its last one.
  const hidden = await runsRepository.findDeletingOf(ids);
  // A run that failed before its deletion still has its unit given back.
  await finishEach(
    hidden.filter((run) => run.refund_due),
    (run) => refundRun(deps, run),
  );
  await removeHidden(deps, { given, hidden });
}

/** Removes what runs leave behind that are hidden, and last their documents. */
export async function removeHidden(
  deps: RemovalDeps,
  { given, hidden }: { given: readonly Run[]; hidden: readonly Run[] },
): Promise<void> {
  const { runsRepository, files, series, buildsRepository, standings } = deps;
  await giveBytesBack(deps, hidden);
  const withFile = [...given, ...hidden].filter(({ file }) => file !== null);
  await files.remove([...new Set(withFile.flatMap(({ file }) => file?.file_id ?? []))]);
  await series.removeOfRuns(given.map(({ _id }) => _id));
  for (const [buildId, ids] of idsBy(given, ({ build_id }) => build_id)) {
    // The standings of a build are told of its deleted runs while these still say what they contain of them. Those of a deleted build
    // go as a whole.
    const isBuildStored = await buildsRepository.has(buildId);
    if (isBuildStored) await standings.leaveOut(buildId, ids);
    await runsRepository.removeDeleted(ids, { areTold: isBuildStored });
  }
}

/** Gives the bytes of hidden runs back, once. Where it dies in between, their account has too many until the daily sweep. */
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
