import { option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/** Removes run counters in Redis, which are made anew from the ledger in MongoDB. */
export const reconcileUsage = adminCommand({
  name: "reconcile-usage",
  about: `Removes run counters in Redis: each is made anew from the stored submissions by its next request.
Safe at any time, also while the service runs.`,
  options: { account: option("<account_id>", "the counters of this account alone; all, if not given") },
  example: "--account 3f1c",
  run: async ({ account }, { accounts, usage }) => {
    if (account === undefined) await usage.removeCounters();
    else if ((await accounts.personOf(account)) === null)
      throw new Error(`--account: no account has the id ${account}`);
    else await usage.accountData.removeAllOf(account);
    console.log("the run counters are removed: each is made anew by its next request");
  },
});
