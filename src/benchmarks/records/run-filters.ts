import { finalStatuses, unfinishedStatuses } from "../model/run.ts";

/** Matches runs whose file waits to be read or is being read. */
export const unfinished = { status: { $in: [...unfinishedStatuses] } };

/** Matches runs that are complete or failed. */
export const final = { status: { $in: [...finalStatuses] } };

/** Matches runs that are not being deleted. */
export const notDeleting = { status: { $ne: "deleting" as const } };

/** Matches runs that the operator has not hidden. */
export const notHidden = { "review.decision": { $ne: "hidden" as const } };

/**
 * Matches runs that are not being deleted, like `notDeleting`, but by a list of statuses, so that MongoDB can answer a
 * query from an index alone.
 */
export const visible = { status: { $in: [...unfinishedStatuses, ...finalStatuses] } };

/**
 * Returns the values of the field `recording` that stand for a recording: its number and, for the first recording, also
 * a missing value.
 */
export function namesOfRecording(recording: number): number[] {
  return recording === 1 ? [1, null as never] : [recording];
}

/**
 * Sorts runs from the newest to the oldest. The runs of one submission have the same `created_at`; `submission_id`
 * keeps the runs together and `sequence` puts the last run first.
 */
export const newestFirst = { created_at: -1, submission_id: -1, sequence: -1 } as const;

/** Sorts runs from the oldest to the newest: the reverse of `newestFirst`. */
export const oldestFirst = { created_at: 1, submission_id: 1, sequence: 1 } as const;

/** Selects a page of the runs or submissions of an account, in the order of their ids. */
export interface AccountPage {
  limit: number;
  /** The id after which the page begins: the page has only runs or submissions with a greater id. */
  afterId?: string | undefined;
}

/** Returns the MongoDB filter of a page of an account's runs or submissions. */
export function pageOfAccount(accountId: string, { afterId = "" }: AccountPage) {
  return { account_id: accountId, _id: { $gt: afterId } };
}
