import { option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/**
 * The command that removes run counters from Redis. The service rebuilds each counter from the submissions in MongoDB.
 */
export const reconcileUsage = adminCommand({
  name: "reconcile-usage",
  about: `Removes run counters from Redis. The next request of an account rebuilds its counter.
A counter is rebuilt from the submissions in MongoDB.
Safe at any time, also while the service runs.`,
  options: { account: option("<account_id>", "only the counters of this account; default: all counters") },
  example: "--account 3f1c",
  run: async ({ account }, { accounts, usage }) => {
    if (account === undefined) await usage.removeCounters();
    else if ((await accounts.personOf(account)) === null)
      throw new Error(`--account: no account has the id ${account}`);
    else await usage.accountData.removeAllOf(account);
    console.log("removed the run counters: the next request of an account rebuilds its counter");
  },
});
