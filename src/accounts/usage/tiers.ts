import type { Config } from "../../config.ts";

/** The billing tiers, and how many runs each tier allows in a calendar month. */
export type Tiers = ReturnType<typeof createTiers>;

/** Creates the tiers out of the setting TIER_LIMITS. A new account gets the first tier of the table. */
export function createTiers({ TIER_LIMITS: table }: Pick<Config, "TIER_LIMITS">) {
  const names: readonly string[] = Object.keys(table);
  const [first] = names;
  if (first === undefined) throw new Error("expected at least one tier, found none");
  const firstLimit = table[first] ?? null;
  return {
    names,
    /** The tier of a new account: the first tier of the setting TIER_LIMITS. */
    first,
    /**
     * Returns how many runs a month a tier allows; null = no limit. A tier that the settings do not contain counts as
     * the first tier, so that accounts of a removed tier are neither locked out nor without a limit.
     */
    limitOf: (tier: string): number | null => {
      const limit = Object.hasOwn(table, tier) ? table[tier] : firstLimit;
      return limit ?? null;
    },
  };
}
