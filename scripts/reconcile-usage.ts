import { parseArgs } from "node:util";
import { billingPeriodOf } from "../src/accounts/index.ts";
import { runScript } from "./run-script.ts";

// Recomputes run counters in Redis from the ledger in MongoDB. Safe at any time, also while the service runs.

await runScript({
  name: "reconcile-usage",
  usage: `Usage: reconcile-usage [--account <account_id>] [--period <YYYY-MM>]
  without --account: every account that has submitted in the period; without --period: this month
Example: npm run reconcile-usage -- --period 2026-11`,
  readArguments: (args) => {
    const { values } = parseArgs({
      args,
      options: { account: { type: "string" }, period: { type: "string" } },
    });
    const { account, period } = values;
    if (period !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(period)) {
      throw new Error(`--period: expected a month such as 2026-11, found ${period}`);
    }
    return { account, period };
  },
  run: async ({ account, period: given }, { accounts, usage, clock }) => {
    const period = given ?? billingPeriodOf(clock());
    if (account !== undefined && (await accounts.personOf(account)) === null)
      throw new Error(`--account: no account has the id ${account}`);
    if (account !== undefined) await usage.rebuild(account, period);
    const count = account === undefined ? await usage.rebuildAll(period) : 1;
    console.log(`${count} counters of ${period} are what the ledger says`);
    return true;
  },
});
