import type { TierLimits } from "../../config.ts";

/** The billing tiers and how many runs a calendar month each allows. */
export interface Tiers {
  names: readonly string[];
  /** The tier of a new account. */
  first: string;
  /**
   * Runs a month; null = no limit. A tier that the table no longer has (the setting was changed) counts as the first,
   * so that nobody is locked out and nobody gets runs without a limit.
   */
  limitOf(tier: string): number | null;
}

/** The tiers by their table, whose first entry is the tier of a new account. */
export function createTiers(table: TierLimits): Tiers {
  const names = Object.keys(table);
  const [first] = names;
  if (first === undefined) throw new Error("expected at least one tier, found none");
  const firstLimit = table[first] ?? null;
  return {
    names,
    first,
    limitOf: (tier) => {
      const limit = Object.hasOwn(table, tier) ? table[tier] : firstLimit;
      return limit ?? null;
    },
  };
}
