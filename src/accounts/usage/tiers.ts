import type { Config } from "../../config.ts";

/** The billing tiers and how many runs a calendar month each allows. */
export type Tiers = ReturnType<typeof createTiers>;

/** The tiers of the settings; the first of their table is the tier of a new account. */
export function createTiers({ TIER_LIMITS: table }: Pick<Config, "TIER_LIMITS">) {
  const names: readonly string[] = Object.keys(table);
  const [first] = names;
  if (first === undefined) throw new Error("expected at least one tier, found none");
  const firstLimit = table[first] ?? null;
  return {
    names,
    /** The tier of a new account. */
    first,
    /**
     * Returns the runs a month that a tier allows; null = no limit. A tier that the settings no longer have counts as the
     * first, so that nobody is locked out and nobody gets runs without a limit.
     */
    limitOf: (tier: string): number | null => {
      const limit = Object.hasOwn(table, tier) ? table[tier] : firstLimit;
      return limit ?? null;
    },
  };
}
