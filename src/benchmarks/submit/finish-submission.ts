import type { AccountData } from "../../account-data.ts";
import type { Accounts } from "../../accounts/index.ts";
import { AccountGoneError } from "../../errors.ts";
import type { Standings } from "../../standings/index.ts";
import { allRunsOf, runsOf, type Submission } from "../model/submission.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { deleteRuns, type DeleteDeps } from "../runs/delete-runs.ts";

/** What finishing a pending submission needs. */
export interface FinishDeps extends DeleteDeps {
  ledger: Ledger;
  runsRepository: RunsRepository;
  files: FileStore;
  standings: Pick<Standings, "noteChange" | "leaveOut">;
  accounts: Pick<Accounts, "requireActive">;
  /** All that is stored of an account's submissions, to be removed where the account is gone. */
  runsOfAccounts: Pick<AccountData, "removeAllOf">;
}

/**
 * Finishes a submission whose process died, or met an error, after it was stored: creates its runs. The sweep of runs without a job
 * queues their files. May run any number of times.
 * @throws the error of a step that failed: the submission stays pending
 */
export async function finishPending(deps: FinishDeps, pending: Submission): Promise<void> {
  const { ledger, runsRepository, files, standings } = deps;
  const submission = await withoutRunsOfGoneBuild(deps, pending);
  if (!(await isAccountThere(deps, submission.account_id))) return;
  const wanted = runsOf(submission);
  if (wanted.length > 0) await runsRepository.insertMissing(wanted);
  if (wanted.some(({ status }) => status === "complete"))
    await standings.noteChange(submission.build_id, submission.benchmark_id);
  await files.unmark(wanted.flatMap(({ file }) => file?.file_id ?? []));
  // A deleted run may have been created after its deletion, by this process or by one that died before this step: it is marked as
  // deleting first, and a sweep removes it.
  if (submission.deleted.length > 0) await runsRepository.markDeleting(submission.deleted);
  if (await ledger.markRunsCreated(submission._id, submission.deleted)) return;
  // Another run of the submission was deleted meanwhile: begin again with the new list.
  const current = await ledger.find(submission._id);
  if (current) await finishPending(deps, current);
  // Only the deletion of its account takes a submission out of the ledger. It may have looked for runs before these were stored.
  else await isAccountThere(deps, submission.account_id);
}

/** Whether an account is there. Where it is gone, all that is stored of its submissions is removed. */
async function isAccountThere({ accounts, runsOfAccounts }: FinishDeps, accountId: string): Promise<boolean> {
  try {
    await accounts.requireActive(accountId);
    return true;
  } catch (error) {
    if (!(error instanceof AccountGoneError)) throw error;
    await runsOfAccounts.removeAllOf(accountId);
    return false;
  }
}

/**
 * Deletes the runs of a submission whose build was deleted since the submission was checked, however long ago. The submission was
 * accepted: its units stay charged, as with any run that is deleted.
 * @returns the submission with all of its runs deleted; as it is where its build is there
 */
async function withoutRunsOfGoneBuild(deps: FinishDeps, submission: Submission): Promise<Submission> {
  if (await deps.buildsRepository.has(submission.build_id)) return submission;
  await deleteRuns(deps, allRunsOf(submission));
  return { ...submission, deleted: submission.runs.map(({ run_id }) => run_id) };
}
