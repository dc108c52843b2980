/** Matches builds that are not deleted, both hidden and shown ones. */
export const isNotDeleted = { deleted_at: { $exists: false } };

/** Matches builds that everybody may see. */
export const isShown = { ...isNotDeleted, hidden: { $exists: false } };

/** Matches builds whose standings (ranks) are outdated. */
export const isStandingDue = { standing_due: true } as const;

/**
 * The fields that mark the standings (ranks) of a build as outdated. Every write that may change the standings sets
 * these fields.
 */
export const standingDue = { ...isStandingDue, standing_step: null } as const;

/**
 * The options of a read that leaves out the field `name_prefixes` of builds, because only searches by name use the
 * field.
 */
export const withoutPrefixes = { projection: { name_prefixes: 0 } } as const;

/**
 * Sorts the builds of one owner, the newest first. Ids only order builds with the same time of creation, because the
 * ids of imported builds do not follow the order of creation.
 */
export const newestFirst = { created_at: -1, _id: -1 } as const;

/**
 * Matches the builds of public lists, which everybody may see. The filter uses the field `listed`, which the indexes
 * for these lists contain.
 */
export const isListedShown = { listed: 1, hidden: { $exists: false } } as const;
