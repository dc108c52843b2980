/** Matches accounts that are not being deleted. */
export const isNotDeleting = { deleting_since: { $exists: false } };
