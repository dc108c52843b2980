import type { AccountData } from "../../account-data.ts";
import type { Config } from "../../config.ts";
import { finishEach, type Sweep } from "../../infra/sweep.ts";
import { RunLimitReachedError } from "../errors.ts";
import { billingPeriodOf, endOfBillingPeriod, type BillingPeriod } from "./billing-period.ts";
import { createCheckCounters } from "./check-counters.ts";
import {
  createCounterRebuild,
  inRounds,
  type ChargesLedger,
  type CounterRebuild,
} from "./rebuild-counters.ts";
import { createRunCounters, type RunCounters, type RunCountersDeps } from "./run-counters.ts";
import type { Tiers } from "./tiers.ts";

/** After this time a round of the sweep sums up no more once each account has had a step; the next round continues. */
const SUM_UP_MS = 5000;
/**
 * After this time a rebuild of all counters sums up no more once each account has had a step. While submissions keep coming, there is
 * always one left to sum up.
 */
const SUM_UP_FIRST_MS = 60_000;
/** How many counters the sweep compares at the same time. */
const RECONCILED_AT_ONCE = 8;

/** Counts runs. Redis decides, atomically; the ledger in MongoDB is the truth that its counters are rebuilt from. */
export type Usage = ReturnType<typeof createUsage>;

/** Creates the service of the run counters, of which Redis holds one for each account and period. */
export function createUsage(given: UsageDeps) {
  const { ledger, clock } = given;
  const counters = reportReplaced(createRunCounters(given), given.onReplaced);
  const counterRebuild = createCounterRebuild({ ...given, counters });
  const { rebuild } = counterRebuild;
  const deps = { ...given, counters, counterRebuild };

  return {
    ...createReads(deps),
    reserve: createReserve(deps),

    /** Returns the newest charge of an account in this month. */
    lastChargeOf: async (accountId: string): Promise<LastCharge> => {
      const period = billingPeriodOf(clock());
      return { period, chargeNumber: await ledger.lastChargeOf(accountId, period) };
    },

    /**
     * Counts reserved units as used: the submission is in the ledger. Settling without a reservation rebuilds the counter from
     * the ledger, so doing it twice is safe.
     */
    settle: async ({ accountId, period, submissionId }: Reservation): Promise<void> => {
      const name = { accountId, period };
      if (!(await counters.settle(name, submissionId))) await rebuild(name, submissionId);
    },

    /** Frees reserved units: the submission is certainly not in the ledger. */
    release: ({ accountId, period, submissionId }: Reservation): Promise<void> =>
      counters.release({ accountId, period }, submissionId),

    /** Sets a counter to what the ledger says: see `rebuild` in rebuild-counters.ts. */
    rebuild: (accountId: string, period: BillingPeriod, storedId?: string): Promise<void> =>
      rebuild({ accountId, period }, storedId),

    accountData: { name: "run counters", removeAllOf: counters.removeAllOf } satisfies AccountData,

    ...createReconciliation(deps),
  };
}

/** Returns run counters that tell of each counter that was set to a sum of the ledger. */
function reportReplaced(counters: RunCounters, onReplaced: (() => void) | undefined): RunCounters {
  return {
    ...counters,
    replace: async (...args) => {
      const isReplaced = await counters.replace(...args);
      if (isReplaced) onReplaced?.();
      return isReplaced;
    },
  };
}

/** The methods that compare many counters with the ledger. */
function createReconciliation({ ledger, clock, config, counters, counterRebuild }: CountingDeps) {
  const { rebuild, reconcile } = counterRebuild;

  /** Returns how many counters were wrong. */
  async function reconcileActive(signal?: AbortSignal): Promise<number> {
    let wrong = 0;
    const reconcileAll = async () => {
      const since = new Date(clock().getTime() - config.RECONCILE_ACTIVE_MS);
      const reconcileOne = async (charged: { account_id: string; period: string }) => {
        if (await reconcile({ accountId: charged.account_id, period: charged.period })) wrong += 1;
      };
      await finishEach(ledger.findChargedSince(since), reconcileOne, { signal, atOnce: RECONCILED_AT_ONCE });
    };
    // Also where summing up fails, the counters are compared.
    await finishEach([() => ledger.sumUpAll(SUM_UP_MS), reconcileAll], (step) => step(), { signal });
    return wrong;
  }

  return {
    /**
     * Sums up what accounts were charged lately, and compares the counters of these accounts with the sums. Reports how many counters
     * were wrong.
     */
    sweep: { name: "run counters", run: reconcileActive } satisfies Sweep,

    /** Rebuilds the counter of every account that has submissions in a period. Returns how many such accounts there are. */
    rebuildAll: async (period: BillingPeriod): Promise<number> => {
      // Each counter is rebuilt from the exact sum all the same; this only makes it quick.
      await ledger.sumUpAll(SUM_UP_FIRST_MS);
      let count = 0;
      for await (const { account_id: accountId } of ledger.findAccountsOf(period)) {
        await rebuild({ accountId, period });
        count += 1;
      }
      return count;
    },

    /** Compares the counters of a period with the ledger, and sets those that differ: see check-counters.ts. */
    checkAll: createCheckCounters({ ledger, counters, counterRebuild }),
  };
}

interface UsageDeps extends RunCountersDeps {
  ledger: ChargesLedger;
  tiers: Tiers;
  config: RunCountersDeps["config"] & Pick<Config, "RECONCILE_ACTIVE_MS">;
  /** How long a rebuild waits for the ledger. */
  storeTimeoutMs: number;
  /** Is told of each counter that was set to what the ledger says. */
  onReplaced?: () => void;
}

type CountingDeps = Pick<UsageDeps, "ledger" | "tiers" | "clock" | "config"> & {
  counters: RunCounters;
  counterRebuild: CounterRebuild;
};

/** An account, as far as its runs are counted. */
interface CountedAccount {
  account_id: string;
  tier: string;
}

/** How many runs an account has used in a period. */
export interface UsageState {
  period: BillingPeriod;
  /** Units of stored submissions and of submissions in flight. */
  used: number;
  /** Null = no limit. */
  limit: number | null;
  /** When the next period begins. */
  resetsAt: Date;
}

/** The newest charge of an account that the ledger has, in the month in which it was asked for. */
export interface LastCharge {
  period: BillingPeriod;
  chargeNumber: number;
}

/** Units that are reserved for a submission which is not yet in the ledger. */
export interface Reservation {
  submissionId: string;
  accountId: string;
  period: BillingPeriod;
  /** The account's usage with these units. */
  usage: UsageState;
  /** The number of this charge, which the ledger keeps. */
  chargeNumber: number;
  /** After this moment the submission must not be stored any more: its reservation may be dropped soon. */
  validUntil: Date;
}

function createReads({ counters, counterRebuild, ledger, tiers, clock }: CountingDeps) {
  /** Returns the account's usage of this month, units in flight included. */
  function of({ account_id: accountId, tier }: CountedAccount): Promise<UsageState> {
    const period = billingPeriodOf(clock());
    const name = { accountId, period };
    return inRounds(name, async () => {
      const [first, lastCharge] = await Promise.all([
        counters.read(name),
        ledger.lastChargeOf(accountId, period),
      ]);
      // A submission that was stored after the counter was read makes it look like an older copy.
      const counter = first.lastCharge >= lastCharge ? first : await counters.read(name);
      const { used, unitsInFlight, hasStale } = counter;
      if (used !== null && !hasStale && counter.lastCharge >= lastCharge) {
        const resetsAt = endOfBillingPeriod(period);
        return { period, used: used + unitsInFlight, limit: tiers.limitOf(tier), resetsAt };
      }
      await counterRebuild.tryRebuild(name);
      return null;
    });
  }

  return {
    of,

    /** @throws RunLimitReachedError when the account has no unit left at all */
    requireUnitsLeft: async (account: CountedAccount): Promise<void> => {
      const { used, limit, resetsAt } = await of(account);
      if (limit !== null && used >= limit)
        throw new RunLimitReachedError({ tier: account.tier, limit, used, requested: 1, resetsAt });
    },
  };
}

function createReserve({ counters, counterRebuild, tiers, clock, config }: CountingDeps) {
  /**
   * Reserves units in the month of the last charge, all of them or none.
   * @param request.lastCharge as the ledger had it shortly before: by it, a counter that is an older copy is noticed
   * @throws RunLimitReachedError
   */
  return async (
    { account_id: accountId, tier }: CountedAccount,
    { submissionId, units, lastCharge }: { submissionId: string; units: number; lastCharge: LastCharge },
  ): Promise<Reservation> => {
    const { period } = lastCharge;
    const name = { accountId, period };
    const limit = tiers.limitOf(tier);
    const resetsAt = endOfBillingPeriod(period);
    const validUntil = new Date(clock().getTime() + config.RESERVATION_STALE_MS / 2);
    const request = { submissionId, units, limit, lastCharge: lastCharge.chargeNumber };
    return inRounds(name, async () => {
      const { outcome, before, chargeNumber } = await counters.reserve(name, request);
      if (outcome === "refused")
        throw new RunLimitReachedError({ tier, limit: limit ?? 0, used: before, requested: units, resetsAt });
      if (outcome === "reserved") {
        const usage = { period, used: before + units, limit, resetsAt };
        return { submissionId, accountId, period, usage, chargeNumber, validUntil };
      }
      // When many requests find the counter lost at once, one of them rebuilds it, which is enough for all.
      await counterRebuild.tryRebuild(name);
      return null;
    });
  };
}
