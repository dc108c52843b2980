import type { BillingPeriod } from "./billing-period.ts";
import type { ChargesLedger, CounterDifference, CounterRebuild } from "./rebuild-counters.ts";
import type { RunCounters } from "./run-counters.ts";

/** After this time it sums up no more once each account has had a step. */
const SUM_UP_MS = 60_000;

interface CheckDeps {
  ledger: Pick<ChargesLedger, "sumUpAll" | "findAccountsOf" | "hasSumOf">;
  counters: Pick<RunCounters, "accountsOf">;
  counterRebuild: Pick<CounterRebuild, "look" | "rebuild">;
}

/** How many accounts have runs in a period, and how many counters there are of each kind. */
type CountersCheck = Record<CounterDifference | "accounts", number>;

/**
 * Creates the function that compares the counters of a period with the ledger, those that Redis has lost and those of accounts that the
 * ledger does not know, too, and sets those that differ. The service may go on meanwhile. A dry run sets nothing, and looks only at
 * accounts whose charges are summed up.
 */
export function createCheckCounters({ ledger, counters, counterRebuild }: CheckDeps) {
  return async (period: BillingPeriod, { isDryRun }: { isDryRun: boolean }): Promise<CountersCheck> => {
    const check = async (accountId: string) => {
      const difference = await counterRebuild.look({ accountId, period });
      if (difference !== "none" && !isDryRun) await counterRebuild.rebuild({ accountId, period });
      return difference;
    };
    if (!isDryRun) await ledger.sumUpAll(SUM_UP_MS);
    const counts: CountersCheck = { accounts: 0, none: 0, lost: 0, wrong: 0 };
    for await (const { account_id: accountId } of ledger.findAccountsOf(period)) {
      counts[await check(accountId)] += 1;
      counts.accounts += 1;
    }
    // A Redis that is newer than the ledger has counters of submissions that are gone.
    for await (const accountId of counters.accountsOf(period))
      if (!(await ledger.hasSumOf(accountId, period)) && (await check(accountId)) !== "none")
        counts.wrong += 1;
    return counts;
  };
}
