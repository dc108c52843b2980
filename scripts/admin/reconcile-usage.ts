import { billingPeriodOf } from "../../src/accounts/index.ts";
import { option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/** Sets run counters in Redis by the ledger in MongoDB. */
export const reconcileUsage = adminCommand({
  name: "reconcile-usage",
  about: `Removes the run counters in Redis: each is made anew from the stored submissions by its next request.
With --account it sets the counter of one account. Safe at any time, also while the service runs.`,
  options: {
    account: option("<account_id>", "sets the counter of this account alone"),
    period: option("<YYYY-MM>", "the month of the counter that --account sets; this month, if not given", {
      read: readMonth,
    }),
  },
  example: "--account 3f1c --period 2026-11",
  faultsOf: ({ account, period }) =>
    period !== undefined && account === undefined
      ? ["--period: expected --account beside it, found none"]
      : [],
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

function readMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new Error(`expected a month such as 2026-11, found ${text}`);
}
