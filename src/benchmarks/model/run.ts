import type { ChannelFigures, Message, RecordedOn, UnrankedReason } from "../../readers/index.ts";
import type { ChannelReference, SeriesReference } from "../../frames/index.ts";
import type { RunDetails } from "./run-details.ts";

/** A run in the form in which the database stores it. */
export interface Run extends RunDetails {
  _id: string;
  submission_id: string;
  /**
   * The id of the request that submitted the run, which the log contains, too. Absent in runs that were stored before
   * the service recorded the id.
   */
  request_id?: string;
  /** The run's place in its submission, from 1. */
  sequence: number;
  account_id: string;
  build_id: number;
  benchmark_id: number;
  status: RunStatus;
  /**
   * A number that grows by one whenever a worker claims the run, the failed run is queued again, or the submitter
   * changes the complete run. A worker can write only while the run has the number of the worker's claim, so a worker
   * that has lost its claim changes nothing.
   */
  fencing_token: number;
  /**
   * True for a run with a file until the run is complete or failed: the file counts towards the account's limit of
   * waiting files.
   */
  is_waiting?: true;
  /**
   * The number of attempts to read the file that have begun. Attempts that the worker gave up, because a store was
   * unavailable or the worker stopped, do not count.
   */
  attempts: number;
  score: number | null;
  /**
   * The variant of the benchmark: the 3DMark test or the game. Null until the file is read, for typed-in scores, and
   * where the game is unknown.
   */
  variant: string | null;
  metrics: object | null;
  /**
   * Whether `metrics.application` is from the content of the file; otherwise it is from the submitter or from the
   * file's name. Absent in runs that are older than this field; these count as true.
   */
  names_game?: boolean;
  warnings: Message[];
  /**
   * The file reader's reason why the run is unranked; null where the file reader finds no such reason. Absent in runs
   * that were read before the file readers had this check. `unrankedOf` decides whether a run is unranked.
   */
  unranked?: UnrankedReason | null;
  /**
   * A text that says that the score differs too much from the scores of comparable runs. Null where a later outlier
   * check has found that the score is no outlier; absent in runs that no check has marked as outliers, or whose game
   * has changed since.
   */
  outlier?: Message | null;
  /**
   * Whether the run is an outlier among the builds with the same parts ("cohort"), or among all builds with the
   * benchmark and variant ("category"). Present as long as `outlier` has a text.
   */
  outlier_mark?: { by: "cohort" | "category" };
  /** The decision of a reviewer or the operator about the run. Absent where neither has decided. */
  review?: Review;
  file: RunFile | null;
  /**
   * The number of bytes that the file of the run takes of the account's storage. Absent if the run has no stored file.
   */
  stored_bytes?: number;
  error: RunError | null;
  reader_version: number | null;
  /**
   * The hardware and settings that the file names. Null where the file names none; absent in runs that are older than
   * this field.
   */
  recorded_on?: RecordedOn | null;
  /**
   * The reference to the frame times of a capture. Null where the file has no frame times; absent in runs that are
   * older than this field.
   */
  frame_series?: SeriesReference | null;
  /**
   * The figures of the channels: values other than the frame time, such as temperatures, that the file recorded over
   * time. Absent in runs that are older than this field.
   */
  channels?: ChannelFigures[];
  /**
   * The reference to the stored channels (recorded values such as temperatures). Null or absent where the run has no
   * channels.
   */
  channel_series?: ChannelReference | null;
  /**
   * True after a run has failed, until the run is refunded: a refunded run does not count towards the account's monthly
   * limit.
   */
  refund_due?: true;
  /**
   * The categories (benchmark, variant and settings) in which the run is ranked, and the value by which it is ranked.
   * Absent where the run is not ranked, or not yet ranked.
   */
  ranking?: RunRanking;
  /**
   * True as long as the ranking does not yet contain the present state of the run. Every write that completes or
   * deletes the run, replaces its figures, or adds or removes a reason why the run is unranked, also sets `ranking_due`
   * and clears `ranking_step`.
   */
  ranking_due?: true;
  /**
   * The id of the step of a ranking job that has claimed the run to rank it; null or absent if no step has claimed the
   * run.
   */
  ranking_step?: string | null;
  /**
   * While `ranking_due` is present: the ids of the categories (benchmark, variant and settings) whose rankings may
   * contain the run in its present or an earlier state.
   */
  ranking_was?: string[];
  /**
   * The time, by MongoDB's clock, since which rankings contain the run with its present `ranking`. Absent in a run that
   * no ranking contains, for example because its build is hidden or has no owner.
   */
  ranked_at?: Date;
  created_at: Date;
  /**
   * When the run was last queued or claimed, when a sweep last checked that the run has a job, or when the worker that
   * reads its file last renewed its claim.
   */
  touched_at: Date;
  completed_at: Date | null;
}

/**
 * The ids of the categories (benchmark, variant and settings) in which a run is ranked, and the value by which the run
 * is ranked; a higher value is better.
 */
export interface RunRanking {
  categories: string[];
  value: number;
}

/**
 * A reviewer's or the operator's decision about a run. No later reading of the file and no later outlier check changes
 * the decision.
 */
export interface Review {
  /**
   * An accepted run may be ranked, and a rejected run is unranked, whatever the file reader or the outlier check finds.
   * A run that the operator has hidden is unranked, and only its submitter and admins see it.
   */
  decision: "accepted" | "rejected" | "hidden";
  /** The reason for the decision, which is public. Null where an accepting reviewer gave no reason. */
  reason: string | null;
  decided_at: Date;
  /**
   * The decision that a reviewer made before the operator hid the run. The reviewer's decision applies again once the
   * run is restored; absent if there was none.
   */
  before?: Omit<Review, "before">;
}

/**
 * A run with a file goes from queued to processing to complete or failed; a run with a typed-in score is complete from
 * the beginning. A run with the status `deleting` is hidden while its file, its frames and its document are removed.
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
  /** True where several runs were submitted with the same file, each for another benchmark. */
  is_shared?: true;
  /** True as long as the stored file is an archive. Only the result file inside the archive may stay stored. */
  is_archive?: true;
  /** The number of failed attempts to unpack the archive and store its result file. */
  unpack_attempts?: number;
  /** The file that replaced the archive. `name`, `bytes` and `sha256` of the run's file still describe the archive. */
  kept_as?: { name: string; bytes: number; sha256: string };
  /**
   * True where the file was removed and nothing replaced it, because it was an archive without a readable result, or
   * has expired.
   */
  is_removed?: true;
  /** The time at which the file was removed because its run had failed long ago. */
  expired_at?: Date;
}

/** A file in the file store: its id, and the length and the SHA-256 by which its bytes are verified. */
export type StoredContent = Pick<RunFile, "file_id" | "bytes" | "sha256">;

/** Returns the stored file of a run: the file as it was sent, or the file that replaced it. */
export function storedContentOf({ file_id, name, bytes, sha256, kept_as }: RunFile) {
  return { file_id, ...(kept_as ?? { name, bytes, sha256 }) };
}

/**
 * The exclusive right of one worker to write the result of a run, identified by the run's fencing token at the time of
 * the claim.
 */
export interface Claim {
  runId: string;
  fencingToken: number;
}

/**
 * The fields of a run that come from reading its file. `recording` is absent where the first recording of the file was
 * read.
 */
export type RunResult = Pick<
  Run,
  | "score"
  | "variant"
  | "names_game"
  | "recording"
  | "metrics"
  | "warnings"
  | "unranked"
  | "recorded_on"
  | "reader_version"
  | "frame_series"
  | "channels"
  | "channel_series"
>;

/** The statuses of a run whose file waits to be read or is being read. */
export const unfinishedStatuses: readonly RunStatus[] = ["queued", "processing"];
/** The statuses of a run that has its result or its error. */
export const finalStatuses: readonly RunStatus[] = ["complete", "failed"];

/** The statuses of a run that has its result or may still get its result. */
export const unfailedStatuses: readonly RunStatus[] = [...unfinishedStatuses, "complete"];

/** Whether a run is final: complete or failed. */
export function isFinal({ status }: Pick<Run, "status">): boolean {
  return finalStatuses.includes(status);
}
