import type { AccountData } from "../../account-data.ts";
import { AccountGoneError } from "../../errors.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import { runsOf, type Submission } from "../model/submission.ts";
import type { AccountsPort, StandingsPort } from "../ports.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { withoutRunsOfGoneBuild, type LateDeps } from "./late-submission.ts";

/** What finishing a submission needs. */
export interface FinishDeps extends LateDeps {
  ledger: Ledger;
  runs: RunsRepository;
  files: FileStore;
  queue: Pick<JobQueue, "parseRun">;
  standings: Pick<StandingsPort, "noteChange" | "leaveOut">;
  accounts: AccountsPort;
  /** All that is stored of an account's submissions, to be removed where the account is gone. */
  runsOfAccounts: Pick<AccountData, "removeAllOf">;
}

/**
 * Does what follows the commit of a submission: creates its runs and queues their files. May run any number of times.
 * @param options.priority the priority of the first file's job: see `priorityOf`. Each further file has one more. Null where a sweep finishes the
 * submission: then the sweep of runs without a job queues the files
 * @throws the error of a step that failed: the submission stays pending, and a sweep finishes it; AccountGoneError where its account
 * is deleted: the submission and its runs are removed
 */
export async function finishSubmission(
  deps: FinishDeps,
  submission: Submission,
  { priority }: { priority: number | null },
): Promise<void> {
  // The account was there when the request began. Its deletion removes each submission that was stored before this check; one
  // that was stored later is removed here.
  await requireAccount(deps, submission.account_id);
  const current = await withoutRunsOfGoneBuild(deps, submission);
  await createRuns(deps, current, priority);
  await markFinished(deps, current);
}

/** @throws AccountGoneError after removing what is stored of the account's submissions */
async function requireAccount({ accounts, runsOfAccounts }: FinishDeps, accountId: string): Promise<void> {
  try {
    await accounts.requireActive(accountId);
  } catch (error) {
    if (error instanceof AccountGoneError) await runsOfAccounts.removeAllOf(accountId);
    throw error;
  }
}

async function createRuns(
  { runs, files, queue, standings }: FinishDeps,
  submission: Submission,
  priority: number | null,
): Promise<void> {
  const wanted = runsOf(submission);
  if (wanted.length > 0) await runs.insertMissing(wanted);
  if (wanted.some(({ status }) => status === "complete"))
    await standings.noteChange(submission.build_id, submission.benchmark_id);
  const withFile = wanted.filter(({ file }) => file !== null);
  await files.markReferenced(withFile.flatMap(({ file }) => file?.file_id ?? []));
  if (priority === null) return;
  const jobs = withFile.map(({ _id, fencing_token }, index) =>
    queue.parseRun({ runId: _id, fencingToken: fencing_token, priority: priority + index }),
  );
  await Promise.all(jobs);
}

/**
 * Marks a submission as finished, so that no sweep takes it up again. A deleted run may have been created after its deletion,
 * by this process or by one that died before this step: it is marked as deleting first, and a sweep removes it.
 */
async function markFinished(deps: FinishDeps, { _id, account_id, deleted }: Submission): Promise<void> {
  const { ledger, runs } = deps;
  if (deleted.length > 0) await runs.markDeleting(deleted);
  if (await ledger.markRunsCreated(_id, deleted)) return;
  // Another run of the submission was deleted meanwhile: begin again with the new list.
  const current = await ledger.find(_id);
  if (current) await markFinished(deps, current);
  // Only the deletion of its account takes a submission out of the ledger. It may have looked for runs before these were stored.
  else await requireAccount(deps, account_id);
}
