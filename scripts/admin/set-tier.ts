import { option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/** The command that sets the tier of an account, on which its monthly limit of runs depends. */
export const setTier = adminCommand({
  name: "set-tier",
  about: `Sets the tier of an account. The limit of the tier applies from the account's next request on.
Runs already counted this month stay counted.`,
  options: {
    account: option("<account_id>", "GET /me shows it", { isRequired: true }),
    tier: option("<tier>", "a tier of TIER_LIMITS; by default free, plus, pro or unlimited", {
      isRequired: true,
    }),
  },
  example: "--account 9f86d081884c7d65 --tier pro",
  hasOwnEvents: true,
  run: async ({ account, tier }, { accounts, tiers, securityEvents }) => {
    if (!tiers.names.includes(tier))
      throw new Error(`--tier: expected one of ${tiers.names.join(", ")}, found ${tier}`);
    const changed = await accounts.setTier(account, tier);
    if (!changed) throw new Error(`--account: no account has the id ${account}`);
    securityEvents.record("tier_changed", { account_id: account, address: null, tier });
    console.log(`${changed.name} (${account}) is on tier ${tier}`);
  },
});
