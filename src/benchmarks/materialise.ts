import type { Run, RunsRepository } from "./runs-repository.ts";
import type { Submission, SubmissionsRepository, SubmittedRun } from "./submissions-repository.ts";

/** Makes a submission's runs from it and queues their files. May run any number of times. */
export type Materialise = (submission: Submission) => Promise<void>;

interface MaterialiseParts {
  submissions: SubmissionsRepository;
  runs: RunsRepository;
  /** Asks a worker to read the file of a run that is at an attempt. */
  enqueueParse: (runId: string, attempt: number) => Promise<void>;
}

/** Everything that follows from a stored submission but its counting. */
export function createMaterialise({ submissions, runs, enqueueParse }: MaterialiseParts): Materialise {
  return async (submission) => {
    const all = submission.runs.map((run) => runOf(submission, run));
    await runs.insertMissing(all);
    await Promise.all(
      all.filter(({ file }) => file !== null).map(({ _id, attempt }) => enqueueParse(_id, attempt)),
    );
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
    completed_at: isScore ? submission.created_at : null,
  };
}
