import type { Filter } from "mongodb";
import { finalStatuses, unfinishedStatuses, type Run } from "../model/run.ts";

/** Matches runs whose file is still to be read. */
export const unfinished = { status: { $in: [...unfinishedStatuses] } };

/** Matches runs that are complete or failed. */
export const final = { status: { $in: [...finalStatuses] } };

/** Matches runs that are not being deleted. */
export const notDeleting = { status: { $ne: "deleting" as const } };

/** Matches runs that are suspect, or those that are not: what `suspicionOf` tells of one run. */
export function whereSuspect(isSuspect: boolean): Filter<Run> {
  const decision = "review.decision";
  if (isSuspect)
    return {
      $or: [
        { [decision]: "rejected" },
        { [decision]: null, suspect: { $ne: null } },
        { [decision]: null, outlier: { $ne: null } },
      ],
    };
  return {
    $or: [{ [decision]: "accepted" }, { [decision]: null, suspect: null, outlier: null }],
  };
}

/** Returns the values of `recording` that runs of a recording have: its number, and none where it is the first. */
export function namesOfRecording(recording: number): number[] {
  return recording === 1 ? [1, null as never] : [recording];
}

/** The runs of one submission have the same time; `submission_id` keeps them together and `sequence` puts the last first. */
export const newestFirst = { created_at: -1, submission_id: -1, sequence: -1 } as const;

/** Selects some runs or submissions of an account, in the order of their ids. */
export interface AccountPage {
  limit: number;
  /** Only those behind this id. */
  afterId?: string | undefined;
}

/** Returns the filter of a page of an account's documents. */
export function pageOfAccount(accountId: string, { afterId = "" }: AccountPage) {
  return { account_id: accountId, _id: { $gt: afterId } };
}
