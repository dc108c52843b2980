import { parseArgs } from "node:util";
import { runScript } from "./run-script.ts";

// Sets an account's tier. The new limit applies from the next request on; runs that the month has counted stay counted.

await runScript({
  name: "set-tier",
  usage: `Usage: set-tier --account <account_id> --tier <tier>
  --account: GET /me shows it. --tier: one of TIER_LIMITS; free, plus, pro or unlimited where nothing else is set
Example: npm run set-tier -- --account 9f86d081884c7d65 --tier pro`,
  readArguments: (args) => {
    const { values } = parseArgs({
      args,
      options: { account: { type: "string" }, tier: { type: "string" } },
    });
    const { account, tier } = values;
    if (!account) throw new Error("--account: expected an account_id (GET /me shows it), found nothing");
    if (!tier) throw new Error("--tier: expected the name of a tier, found nothing");
    return { account, tier };
  },
  run: async ({ account, tier }, { accounts, tiers, securityEvents }) => {
    if (!tiers.names.includes(tier)) {
      throw new Error(`--tier: expected one of ${tiers.names.join(", ")}, found ${tier}`);
    }
    const changed = await accounts.setTier(account, tier);
    if (!changed) throw new Error(`--account: no account has the id ${account}`);
    securityEvents.record("tier_changed", { account_id: account, address: null, tier });
    console.log(`${changed.name} (${account}) is on tier ${tier}`);
    return true;
  },
});
