import type { Run, RunFile } from "./run.ts";

/** One accepted request: the fact from which its runs, its jobs and the account's counter follow. */
export interface Submission {
  _id: string;
  account_id: string;
  build_id: number;
  benchmark_id: number;
  /** The month (UTC) in which the runs count, fixed when they were reserved. */
  period: string;
  /** Units that the account pays for: one a run, less those that were given back. */
  charged: number;
  /** Runs whose unit was given back. */
  refunded: string[];
  runs: SubmittedRun[];
  /** Runs that their submitter has deleted: they are not created again. Their units stay charged. */
  deleted: string[];
  /** Digest of what was asked for: build, benchmark, scores, and each file's bytes. */
  fingerprint: string;
  /** The body of the response, as it was sent. */
  answer: string;
  /** True once the runs are stored, their jobs are queued and the units are counted. */
  runs_created: boolean;
  created_at: Date;
}

/** One run of a submission: a typed-in score, or a file. */
export type SubmittedRun = { run_id: string; score: number } | { run_id: string; file: RunFile };

/** Returns the runs that a submission asks for, without those that were deleted since. */
export function runsOf(submission: Submission): Run[] {
  const runs = submission.runs.map((submitted, index) => createRun(submission, submitted, index + 1));
  return runs.filter(({ _id }) => !submission.deleted.includes(_id));
}

/** A typed-in score makes a complete run, a file a queued one. */
function createRun(submission: Submission, submitted: SubmittedRun, sequence: number): Run {
  const isScore = "score" in submitted;
  return {
    _id: submitted.run_id,
    submission_id: submission._id,
    sequence,
    account_id: submission.account_id,
    build_id: submission.build_id,
    benchmark_id: submission.benchmark_id,
    status: isScore ? "complete" : "queued",
    fencing_token: 0,
    attempts: 0,
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
