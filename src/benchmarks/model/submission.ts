import { detailsOf, type RunDetails } from "./run-details.ts";
import type { Run, RunFile } from "./run.ts";

/**
 * One accepted submission, as the database stores it. From the submission, the service can create lost runs and jobs
 * again, and correct the account's run counter.
 */
export interface Submission extends RunDetails {
  _id: string;
  account_id: string;
  build_id: number;
  benchmark_id: number;
  /**
   * The id of the request that sent the submission, which the log contains, too. Absent in submissions that were stored
   * before the service recorded the id.
   */
  request_id?: string;
  /**
   * The month (UTC) in which the runs of the submission count towards the account's monthly limit: the month in which
   * the service reserved units of this limit (one for each run).
   */
  period: string;
  /**
   * The units that the submission charges to the account, without refunded units. Each unit counts as one run of the
   * account's monthly limit.
   */
  charged: number;
  /** The ids of the runs that were refunded, and no longer count towards the account's monthly limit. */
  refunded: string[];
  runs: SubmittedRun[];
  /**
   * The bytes of the submission's small files, by the number with which the id of each file ends: see
   * `records/ledger-contents.ts`.
   */
  contents?: Record<string, { buffer: Uint8Array }>;
  /**
   * The ids of the runs that their submitter deleted. No sweep creates a deleted run again, and a deleted run still
   * counts towards the account's monthly limit.
   */
  deleted: string[];
  /**
   * The SHA-256 of build, benchmark, scores or file contents, and details of the submission. Requests with the same
   * content have the same fingerprint.
   */
  fingerprint: string;
  /**
   * The exact bytes of the body of the response to the submission. A repeated request is answered with the same bytes.
   */
  answer: string;
  /** Whether all runs of the submission are stored. The service sets the field to true shortly after it stored them. */
  runs_created: boolean;
  created_at: Date;
}

/** One run of a submission: a typed-in score, or a file. */
export type SubmittedRun = { run_id: string; score: number } | SubmittedFile;

/** A file of a submission, of which the result of one benchmark is read. */
interface SubmittedFile {
  run_id: string;
  file: RunFile;
  /** The id of the file's benchmark, if it differs from the benchmark of the submission. */
  benchmark_id?: number;
}

/** Returns the id of the benchmark for which a run of a submission was submitted. */
export function benchmarkIdOf(submitted: SubmittedRun, { benchmark_id }: Pick<Submission, "benchmark_id">) {
  return ("benchmark_id" in submitted ? submitted.benchmark_id : undefined) ?? benchmark_id;
}

/**
 * Returns the runs of a submission in the form in which they are first stored, without runs that were deleted later.
 */
export function runsOf(submission: Submission): Run[] {
  return allRunsOf(submission).filter(({ _id }) => !submission.deleted.includes(_id));
}

/**
 * Returns all runs of a submission as they are first stored, including runs that were deleted later.
 */
export function allRunsOf(submission: Submission): Run[] {
  return submission.runs.map((submitted, index) => createRun(submission, submitted, index + 1));
}

function createRun(submission: Submission, submitted: SubmittedRun, sequence: number): Run {
  const isScore = "score" in submitted;
  return {
    _id: submitted.run_id,
    submission_id: submission._id,
    ...(submission.request_id !== undefined && { request_id: submission.request_id }),
    sequence,
    account_id: submission.account_id,
    build_id: submission.build_id,
    benchmark_id: benchmarkIdOf(submitted, submission),
    ...detailsOf(submission),
    status: isScore ? "complete" : "queued",
    ...(isScore && { ranking_due: true as const }),
    fencing_token: 0,
    attempts: 0,
    ...(!isScore && { is_waiting: true as const }),
    score: isScore ? submitted.score : null,
    variant: null,
    metrics: null,
    warnings: [],
    file: isScore ? null : submitted.file,
    ...(!isScore && { stored_bytes: submitted.file.bytes }),
    error: null,
    reader_version: null,
    created_at: submission.created_at,
    touched_at: submission.created_at,
    completed_at: isScore ? submission.created_at : null,
  };
}
