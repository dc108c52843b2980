import { finalStatuses, unfinishedStatuses } from "../model/run.ts";

/** Matches runs whose file is still to be read. */
export const unfinished = { status: { $in: [...unfinishedStatuses] } };

/** Matches runs that are complete or failed. */
export const final = { status: { $in: [...finalStatuses] } };

/** Matches runs that are not being deleted. */
export const notDeleting = { status: { $ne: "deleting" as const } };
