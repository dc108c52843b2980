import type { Message, RecordedOn } from "../../readers/index.ts";
import type { SeriesReference } from "../../frames/index.ts";
import type { RunDetails } from "./run-details.ts";

/** A run as it is stored. */
export interface Run extends RunDetails {
  _id: string;
  submission_id: string;
  /** The id of the request that brought the run, as the log names it. Absent in runs from before it was kept. */
  request_id?: string;
  /** The run's place in its submission, from 1. */
  sequence: number;
  account_id: string;
  build_id: number;
  benchmark_id: number;
  status: RunStatus;
  /** Raised by each claim. A worker's writes match only the token of its claim, so a worker that lost its claim writes nothing. */
  fencing_token: number;
  /** True for a file from its acceptance until the run is complete or failed: the file counts as waiting. */
  is_waiting?: true;
  /** How many attempts to read the file were begun, but those whose claim was given back. */
  attempts: number;
  score: number | null;
  variant: string | null;
  metrics: object | null;
  warnings: Message[];
  /**
   * Why the reader of the file finds the result implausible; null where it does not. Absent in runs that no present reader has read.
   * `suspicionOf` says whether a run is suspect after all.
   */
  suspect?: Message | null;
  /** Why the score lies too far from those of comparable runs; null where the hourly check has taken that back, else absent. */
  outlier?: Message | null;
  /** By what the run is an outlier: the cohort of its parts or a whole category. Present while `outlier` has a reason. */
  outlier_mark?: { by: "cohort" | "category" };
  /** What a reviewer has decided. Absent where nobody has. */
  review?: Review;
  file: RunFile | null;
  /** How many bytes of its account's storage the file takes. Absent where none is stored, or none any more. */
  stored_bytes?: number;
  error: RunError | null;
  reader_version: number | null;
  /** The hardware that the file names. Null where it names none; absent in runs from before it was read. */
  recorded_on?: RecordedOn | null;
  /** The reference to the frame times of a capture. Null where the file has none; absent in runs from before they were kept. */
  frame_series?: SeriesReference | null;
  /** True from the failure of the run until its unit is given back. */
  refund_due?: true;
  /** What is ranked of the run. Absent where nothing is, and as long as nobody has decided it. */
  ranking?: RunRanking;
  /**
   * True while the ranking is still to follow the run. Whatever completes or deletes the run, replaces its figures, or makes or ends a
   * doubt about them, sets this in the same write, and takes `ranking_step` away.
   */
  ranking_due?: true;
  /** The id of the step that ranks the run; null or absent where none does. */
  ranking_step?: string | null;
  /** While `ranking_due` is present: the ids of the categories in which the ranking may have the run as it is or was. */
  ranking_was?: string[];
  created_at: Date;
  /** When the run was last queued, claimed, or confirmed by a heartbeat of its worker. */
  touched_at: Date;
  completed_at: Date | null;
}

/** What is ranked of a run: the ids of its categories, and the value by which it is ranked in them: more is better. */
export interface RunRanking {
  categories: string[];
  value: number;
}

/** What a reviewer has decided about a run. It outlives every later reading of the file and every later check against others' results. */
export interface Review {
  /** An accepted run is not suspect, whatever else speaks against it; a rejected one is, whatever else speaks for it. */
  decision: "accepted" | "rejected";
  /** Why, in the reviewer's words, for everybody to read. Null where an accepting reviewer gave no reason. */
  reason: string | null;
  decided_at: Date;
}

/**
 * A run with a file goes from queued to processing to complete or failed; a run with a typed-in score is complete from the
 * beginning. A run that is deleting is hidden while its file, its frames and its document are removed.
 */
export type RunStatus = "queued" | "processing" | "complete" | "failed" | "deleting";

/** Why a run has failed, written for the person who sent the file. */
export interface RunError extends Message {
  code: string;
  line?: number;
}

/** The file of a run, as it was sent; `file_id` is its id in the file store. */
export interface RunFile {
  file_id: string;
  name: string;
  bytes: number;
  sha256: string;
  /** True while the file is an archive, of which only the result in it may be kept. */
  is_archive?: true;
  /** How often the archive could not be unpacked to keep its result. */
  unpack_attempts?: number;
  /** The file that replaced the archive. `name`, `bytes` and `sha256` of the run's file still describe the archive. */
  kept_as?: { name: string; bytes: number; sha256: string };
  /** True where the file was removed and nothing replaced it: an archive without a readable result, or an expired file. */
  is_removed?: true;
  /** When the file was removed because its run had failed long ago. */
  expired_at?: Date;
}

/** A file in the file store: its id, and by what its bytes are known to be those that were stored. */
export type StoredContent = Pick<RunFile, "file_id" | "bytes" | "sha256">;

/** Returns what the store has of a run's file: the file as it was sent, or the file that replaced it. */
export function storedContentOf({ file_id, name, bytes, sha256, kept_as }: RunFile) {
  return { file_id, ...(kept_as ?? { name, bytes, sha256 }) };
}

/** The right of one worker to write the result of a run. The fencing token proves it. */
export interface Claim {
  runId: string;
  fencingToken: number;
}

/** The fields of a run that come from reading its file. `recording` is absent where the first was read. */
export type RunResult = Pick<
  Run,
  | "score"
  | "variant"
  | "recording"
  | "metrics"
  | "warnings"
  | "suspect"
  | "recorded_on"
  | "reader_version"
  | "frame_series"
>;

/** The statuses of a run whose file is still to be read. */
export const unfinishedStatuses: readonly RunStatus[] = ["queued", "processing"];
/** The statuses of a run that has its result or its error. */
export const finalStatuses: readonly RunStatus[] = ["complete", "failed"];

/** The statuses of a run that has its result or may still get it. */
export const unfailedStatuses: readonly RunStatus[] = [...unfinishedStatuses, "complete"];

/** Whether a run is complete or failed. */
export function isFinal({ status }: Pick<Run, "status">): boolean {
  return finalStatuses.includes(status);
}
