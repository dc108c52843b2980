import type { AccountData } from "../../account-data.ts";
import type { Accounts } from "../../accounts/index.ts";
import { AccountGoneError } from "../../errors.ts";
import type { Standings } from "../../standings/index.ts";
import { allRunsOf, runsOf, type Submission } from "../model/submission.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { deleteRuns, type DeleteDeps } from "../runs/delete-runs.ts";

/** The dependencies of `finishPending`, which finishes a pending submission. */
export interface FinishDeps extends DeleteDeps {
  ledger: Ledger;
  runsRepository: RunsRepository;
  files: FileStore;
  standings: Pick<Standings, "markChanged" | "leaveOut">;
  accounts: Pick<Accounts, "requireActive">;
  /** Removes all stored data of an account's submissions, if the account is gone. */
  runsOfAccounts: Pick<AccountData, "removeAllOf">;
}

/**
 * Creates the runs of a submission whose process died, or met an error, after the submission was stored. The sweep that
 * queues runs without a job then queues the files of these runs. The function may be called repeatedly.
 * @throws the error of a step that failed; the submission then stays pending
 */
export async function finishPending(deps: FinishDeps, pending: Submission): Promise<void> {
  const { ledger, runsRepository, files, standings } = deps;
  const submission = await withoutRunsOfGoneBuild(deps, pending);
  if (!(await isAccountThere(deps, submission.account_id))) return;
  const wanted = runsOf(submission);
  if (wanted.length > 0) await runsRepository.insertMissing(wanted);
  if (wanted.some(({ status }) => status === "complete"))
    await standings.markChanged(submission.build_id, submission.benchmark_id);
  await files.unmark(wanted.flatMap(({ file }) => file?.file_id ?? []));
  // Mark deleted runs of the submission as being deleted, so that a sweep removes them: this process, or a process that
  // died, may have created the runs after their deletion.
  if (submission.deleted.length > 0) await runsRepository.markDeleting(submission.deleted);
  if (await ledger.markRunsCreated(submission._id, submission.deleted)) return;
  // If further runs of the submission were deleted since the service read its list of deleted runs, begin again with
  // the new list.
  const current = await ledger.find(submission._id);
  if (current) await finishPending(deps, current);
  // If the submission is gone, its account was deleted, because nothing else removes submissions. Remove the runs that
  // were stored after the deletion of the account had searched for runs.
  else await isAccountThere(deps, submission.account_id);
}

/** Whether an account exists. If the account is gone, removes all stored data of its submissions. */
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
 * Deletes the runs of a submission whose build was deleted after the submission was checked. The runs still count
 * towards the monthly limit, as any deleted run does, because the submission was accepted.
 * @returns the submission with all of its runs deleted, or unchanged where its build exists
 */
async function withoutRunsOfGoneBuild(deps: FinishDeps, submission: Submission): Promise<Submission> {
  if (await deps.buildsRepository.has(submission.build_id)) return submission;
  await deleteRuns(deps, allRunsOf(submission));
  return { ...submission, deleted: submission.runs.map(({ run_id }) => run_id) };
}
