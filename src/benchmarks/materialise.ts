import type { FileStore } from "./file-store.ts";
import type { Run, RunsRepository } from "./runs-repository.ts";
import type { Submission, SubmissionsRepository, SubmittedRun } from "./submissions-repository.ts";

/** Makes a submission's runs from it and queues their files. May run any number of times. */
export type Materialise = (submission: Submission) => Promise<void>;

interface MaterialiseParts {
  files: Pick<FileStore, "settle">;
  submissions: SubmissionsRepository;
  runs: RunsRepository;
  /** Asks a worker to read the file of a run that is at an attempt. */
  enqueueParse: (runId: string, attempt: number) => Promise<void>;
}

/** Everything that follows from a stored submission but its counting. */
export function createMaterialise({ submissions, runs, files, enqueueParse }: MaterialiseParts): Materialise {
  return async (submission) => {
    const { deleted } = submission;
    const wanted = submission.runs.filter(({ run_id }) => !deleted.includes(run_id));
    const all = wanted.map((run) => runOf(submission, run));
    if (all.length > 0) await runs.insertMissing(all);
    const withFile = all.filter(({ file }) => file !== null);
    await files.settle(withFile.flatMap(({ file }) => file?.file_id ?? []));
    await Promise.all(withFile.map(({ _id, attempt }) => enqueueParse(_id, attempt)));
    await submissions.markMaterialised(submission._id);
  };
}

function runOf(submission: Submission, submitted: SubmittedRun): Run {
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
