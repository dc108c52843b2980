import type { FileStore } from "../records/file-store.ts";
import type { Run, RunsRepository } from "../records/runs-repository.ts";
import type { Submission, SubmissionsRepository, SubmittedRun } from "../records/ledger.ts";

/**
 * Makes a submission's runs from it, queues their files and has it counted. May run any number of times.
 * @param count brings the submission into the account's counter
 */
export type Materialise = (submission: Submission, count: () => Promise<void>) => Promise<void>;

interface MaterialiseParts {
  files: Pick<FileStore, "settle">;
  submissions: SubmissionsRepository;
  runs: RunsRepository;
  /** Asks a worker to read the file of a run that is at an attempt. */
  enqueueParse: (runId: string, attempt: number) => Promise<void>;
}

/** Everything that follows from a stored submission. */
export function createMaterialise(parts: MaterialiseParts): Materialise {
  return async (submission, count) => {
    const steps = await Promise.allSettled([makeRuns(parts, submission), count()]);
    const errors = steps.flatMap((step) => (step.status === "rejected" ? [step.reason as unknown] : []));
    if (errors.length > 0) throw new AggregateError(errors, `submission ${submission._id} is not finished`);
    await finish(parts, submission);
  };
}

/**
 * Last of all, and only if all else is done: what is marked is looked at by nobody again. A run that was deleted may have
 * been made again, here or by somebody who did not get as far as this: it goes with those being deleted.
 */
async function finish(
  parts: Pick<MaterialiseParts, "submissions" | "runs">,
  { _id, deleted }: Submission,
): Promise<void> {
  const { submissions, runs } = parts;
  for (const runId of deleted) await runs.markDeleting(runId);
  if (await submissions.markMaterialised(_id, deleted)) return;
  const present = await submissions.find(_id);
  if (present) await finish(parts, present);
}

async function makeRuns(
  { runs, files, enqueueParse }: MaterialiseParts,
  submission: Submission,
): Promise<void> {
  const { deleted } = submission;
  const wanted = submission.runs.filter(({ run_id }) => !deleted.includes(run_id));
  const all = wanted.map((run) => runOf(submission, run));
  if (all.length > 0) await runs.insertMissing(all);
  const withFile = all.filter(({ file }) => file !== null);
  await files.settle(withFile.flatMap(({ file }) => file?.file_id ?? []));
  await Promise.all(withFile.map(({ _id, attempt }) => enqueueParse(_id, attempt)));
}

/** A run as it is made of a submission: complete with a typed-in score, queued with a file. */
export function runOf(submission: Submission, submitted: SubmittedRun): Run {
  const isScore = "score" in submitted;
  return {
    _id: submitted.run_id,
    submission_id: submission._id,
    account_id: submission.account_id,
    build_id: submission.build_id,
    benchmark_id: submission.benchmark_id,
    status: isScore ? "complete" : "queued",
    attempt: 0,
    tries: 0,
    score: isScore ? submitted.score : null,
    variant: null,
    metrics: null,
    warnings: [],
    file: isScore ? null : submitted.file,
    error: null,
    reader_version: null,
    created_at: submission.created_at,
    touched_at: submission.created_at,
    completed_at: isScore ? submission.created_at : null,
  };
}
