import { finalStatuses, unfinishedStatuses } from "../model/run.ts";

/** Matches runs whose file is still to be read. */
export const unfinished = { status: { $in: [...unfinishedStatuses] } };

/** Matches runs that are complete or failed. */
export const final = { status: { $in: [...finalStatuses] } };

/** Matches runs that are not being deleted. */
export const notDeleting = { status: { $ne: "deleting" as const } };

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
