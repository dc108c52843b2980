import type { SeriesReference } from "./frame-series.ts";

/**
 * A run goes from queued to processing to complete or failed; a typed-in score is complete at once. A run that is deleting
 * is hidden until nothing of it is left.
 */
export type RunStatus = "queued" | "processing" | "complete" | "failed" | "deleting";

/** Why a run has failed, written for the person who sent the file. */
export interface RunError {
  code: string;
  detail: string;
  line?: number;
}

/** The file of a run, by its id in the file store. */
export interface RunFile {
  file_id: string;
  name: string;
  bytes: number;
  sha256: string;
  /** True while the file is a .3dmark-result archive, of which only Result.xml may be kept. */
  is_archive?: true;
  /** What is kept in the place of an archive. `name`, `bytes` and `sha256` stay those of what was sent. */
  kept_as?: { name: string; bytes: number };
  /** True where nothing could be kept of an archive. */
  is_removed?: true;
}

/** A run as it is stored. */
export interface Run {
  _id: string;
  submission_id: string;
  /** The run's place in its submission, from 1. */
  sequence: number;
  account_id: string;
  build_id: number;
  benchmark_id: number;
  status: RunStatus;
  /** Raised by each claim and named by each later write of its worker, so that a worker that lost its claim changes nothing. */
  fencing_token: number;
  /** Claims that ended neither with a result nor by being given back: a file that kills its reader has several. */
  attempts: number;
  score: number | null;
  variant: string | null;
  metrics: object | null;
  warnings: string[];
  file: RunFile | null;
  error: RunError | null;
  reader_version: number | null;
  /** The frame times of a capture, written together with its figures; null or absent where there are none. */
  frame_series?: SeriesReference | null;
  /** True from the failure until the unit is given back. */
  refund_due?: true;
  created_at: Date;
  /** When the run was last queued, claimed, or confirmed by a heartbeat of its worker. */
  touched_at: Date;
  completed_at: Date | null;
}

/** The right of one worker to write the result of a run: the fencing token is the proof. */
export interface Claim {
  runId: string;
  fencingToken: number;
}

/** What a reader found in a file, as the run stores it. */
export type RunResult = Pick<
  Run,
  "score" | "variant" | "metrics" | "warnings" | "reader_version" | "frame_series"
>;

/** The statuses in which a run waits for its file to be read. */
export const unfinishedStatuses: readonly RunStatus[] = ["queued", "processing"];
/** The statuses that a run keeps until it is deleted. */
export const finalStatuses: readonly RunStatus[] = ["complete", "failed"];

/** Whether a run is complete or failed. */
export function isFinal({ status }: Pick<Run, "status">): boolean {
  return finalStatuses.includes(status);
}
