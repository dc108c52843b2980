import type { JobQueue } from "../../queues/job-queue.ts";
import { runsOf, type Submission } from "../model/submission.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** The stores and the queue that finishing a submission needs. */
export interface FinishDeps {
  ledger: Ledger;
  runs: RunsRepository;
  files: FileStore;
  queue: Pick<JobQueue, "parseRun">;
}

/**
 * Does what follows the commit of a submission: creates its runs, queues their files and counts it. May run any number of
 * times.
 * @param count adds the submission to the account's counter
 * @throws AggregateError where a step failed: the submission stays pending, and a sweep finishes it
 */
export async function finishSubmission(
  deps: FinishDeps,
  submission: Submission,
  count: () => Promise<void>,
): Promise<void> {
  const steps = await Promise.allSettled([createRuns(deps, submission), count()]);
  const errors = steps.flatMap((step) => (step.status === "rejected" ? [step.reason as unknown] : []));
  if (errors.length > 0) throw new AggregateError(errors, `submission ${submission._id} is not finished`);
  await markFinished(deps, submission);
}

async function createRuns({ runs, files, queue }: FinishDeps, submission: Submission): Promise<void> {
  const wanted = runsOf(submission);
  if (wanted.length > 0) await runs.insertMissing(wanted);
  const withFile = wanted.filter(({ file }) => file !== null);
  await files.markReferenced(withFile.flatMap(({ file }) => file?.file_id ?? []));
  await Promise.all(withFile.map(({ _id, fencing_token }) => queue.parseRun(_id, fencing_token)));
}

/**
 * Marks a submission as finished, so that no sweep takes it up again. A deleted run may have been created after its deletion,
 * by this process or by one that died before this step: it is marked as deleting first, and a sweep removes it.
 */
async function markFinished(deps: FinishDeps, { _id, deleted }: Submission): Promise<void> {
  const { ledger, runs } = deps;
  for (const runId of deleted) await runs.markDeleting(runId);
  if (await ledger.markRunsCreated(_id, deleted)) return;
  // Another run of the submission was deleted meanwhile: begin again with the new list.
  const current = await ledger.find(_id);
  if (current) await markFinished(deps, current);
}
