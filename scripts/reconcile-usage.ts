import { parseArgs } from "node:util";
import { billingPeriodOf } from "../src/accounts/index.ts";
import { runScript } from "./run-script.ts";

// Sets run counters in Redis by the ledger in MongoDB. Safe at any time, also while the service runs.

await runScript({
  name: "reconcile-usage",
  usage: `Usage: reconcile-usage [--account <account_id> [--period <YYYY-MM>]]
  --account  sets the counter of this account, in this month or in --period
  Without it the counters of all accounts are removed: each is made anew from the stored submissions by its next request.
Example: npm run reconcile-usage -- --account 3f1c --period 2026-11`,
  readArguments: (args) => {
    const { values } = parseArgs({
      args,
      options: { account: { type: "string" }, period: { type: "string" } },
    });
    const { account, period } = values;
    if (period !== undefined && account === undefined)
      throw new Error("--period: expected --account beside it, found none");
    if (period !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(period))
      throw new Error(`--period: expected a month such as 2026-11, found ${period}`);
    return { account, period };
  },
  run: async ({ account, period: given }, { accounts, usage, clock }) => {
    if (account === undefined) {
      await usage.removeCounters();
      console.log("all run counters are removed: each is made anew by its next request");
      return true;
    }
    if ((await accounts.personOf(account)) === null)
      throw new Error(`--account: no account has the id ${account}`);
    const period = given ?? billingPeriodOf(clock());
    await usage.reconcile(account, period);
    console.log(`the run counter of ${period} is what the ledger says`);
    return true;
  },
});
