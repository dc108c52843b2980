/** Matches builds that are not deleted; they may be hidden. */
export const isNotDeleted = { deleted_at: { $exists: false } };

/** Matches builds that everybody may see. */
export const isShown = { ...isNotDeleted, hidden: { $exists: false } };

/** Matches builds whose standings are still to be updated. */
export const isStandingDue = { standing_due: true } as const;

/** The fields set by every write that affects the standings of a build. */
export const standingDue = { ...isStandingDue, standing_step: null } as const;

/** Options of a read that leaves out the beginnings of the words of a build's name, which only searches compare. */
export const withoutPrefixes = { projection: { name_prefixes: 0 } } as const;

/** Matches the builds of public lists, which everybody may see, in the form that the indexes of these lists have. */
export const isListedShown = { listed: 1, hidden: { $exists: false } } as const;
