import { option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/** Sets an account's tier. */
export const setTier = adminCommand({
  name: "set-tier",
  about: `Sets the tier of an account, whose limit applies from its next request on.
Runs that the month has counted stay counted.`,
  options: {
    account: option("<account_id>", "GET /me shows it", { isRequired: true }),
    tier: option("<tier>", "one of TIER_LIMITS; free, plus, pro or unlimited where nothing else is set", {
      isRequired: true,
    }),
  },
  example: "--account 9f86d081884c7d65 --tier pro",
  run: async ({ account, tier }, { accounts, tiers, securityEvents }) => {
    if (!tiers.names.includes(tier))
      throw new Error(`--tier: expected one of ${tiers.names.join(", ")}, found ${tier}`);
    const changed = await accounts.setTier(account, tier);
    if (!changed) throw new Error(`--account: no account has the id ${account}`);
    securityEvents.record("tier_changed", { account_id: account, address: null, tier });
    console.log(`${changed.name} (${account}) is on tier ${tier}`);
  },
});
