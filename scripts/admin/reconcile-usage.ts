import { billingPeriodOf } from "../../src/accounts/index.ts";
import { option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/** Recomputes run counters in Redis. */
export const reconcileUsage = adminCommand({
  name: "reconcile-usage",
  about: `Sets the run counters in Redis to what the ledger in MongoDB says.
Safe at any time, also while the service runs.`,
  options: {
    account: option(
      "<account_id>",
      "this account alone; every account that has submitted in the period, if not given",
    ),
    period: option("<YYYY-MM>", "this month, if not given", { read: readMonth }),
  },
  example: "--period 2026-11",
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

function readMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new Error(`expected a month such as 2026-11, found ${text}`);
}
