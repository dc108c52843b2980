import type { Db } from "mongodb";
import type { AccountData } from "../../account-data.ts";
import type { Ledger } from "../../benchmarks/index.ts";
import type { LinksOfAccount } from "../../billing/index.ts";
import type { Config } from "../../config.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import { createSharedCalls } from "../../infra/shared-calls.ts";
import { RunLimitReachedError } from "../errors.ts";
import { billingPeriodOf, endOfBillingPeriod, type BillingPeriod } from "./billing-period.ts";
import type { Charges } from "./charges.ts";
import { CounterBusyError, createReconcile } from "./reconcile.ts";
import {
  createRunCounters,
  RESERVATION_OLD_MS,
  type CounterName,
  type RunCounters,
  type RunCountersDeps,
} from "./run-counters.ts";
import type { Tiers } from "./tiers.ts";
import { createUsageRound } from "./usage-round.ts";

/**
 * The maximum number of times that a request tries to read a run counter. More than two tries are needed only while
 * Redis loses the counter again and again.
 */
const MAX_TRIES = 50;

/**
 * Counts the runs of accounts against the limits of their tiers. Counters in Redis decide atomically whether the limit
 * allows a submission. The ledger (the submissions in MongoDB) is the source of truth, from which wrong or lost
 * counters are corrected.
 */
export type Usage = ReturnType<typeof createUsage>;

/** Creates the service of the run counters, of which Redis stores one for each account and month. */
export function createUsage(deps: UsageDeps) {
  const { clock, tiers, reservationOldMs = RESERVATION_OLD_MS } = deps;
  const counters = createRunCounters(deps);
  const reconcile = createReconcile({ ...deps, counters });
  const counting = { ...deps, counters, ...createDecisions(counters, reconcile) };
  const { readDecided } = counting;
  const of = createReadUsage(counting);

  return {
    of,

    /**
     * Requires that the account may submit at least one more run in this month.
     * @throws RunLimitReachedError if the account has used all units of its tier
     */
    requireUnitsLeft: async (account: CountedAccount): Promise<void> => {
      const { account_id: accountId, tier } = account;
      const limit = tiers.limitOf(tier);
      if (limit === null) return;
      const period = billingPeriodOf(clock());
      const used = await readDecided({ accountId, period });
      const resetsAt = endOfBillingPeriod(period);
      const facts = { tier, limit, used, requested: 1, resetsAt };
      if (used >= limit) throw new RunLimitReachedError(facts, deps.billingLinks(account));
    },

    reserve: createReserve(counting, reservationOldMs),

    /**
     * Releases reserved units (runs). Call this function only if the submission is certainly not stored and no other
     * request can be storing it: a repeated request with the same idempotency key shares the reservation.
     */
    release: ({ accountId, period, submissionId }: Reservation): Promise<void> =>
      counters.release({ accountId, period }, submissionId),

    /**
     * Sets a run counter in Redis to the sum of the account's units in MongoDB. The function is called after a change
     * that the counter does not include: a refund, or a reservation of a submission that another request has stored. If
     * Redis does not have the counter, the function does not create it: the next request that needs the counter creates
     * it.
     * @throws CounterBusyError
     */
    reconcile: async (accountId: string, period: BillingPeriod): Promise<void> => {
      await reconcile({ accountId, period }, { isMissingMade: false });
    },

    /**
     * Removes the run counters of all accounts. When a request next needs a counter, the service rebuilds it from the
     * submissions in MongoDB.
     */
    removeCounters: counters.removeAll,

    accountData: { name: "run counters", removeAllOf: counters.removeAllOf } satisfies AccountData,

    sweep: createUsageRound({ ...deps, counters, reconcile, intervalMs: deps.config.SWEEP_INTERVAL_MS }),
  };
}

/** The dependencies of the service of the run counters. */
interface UsageDeps extends RunCountersDeps {
  config: RunCountersDeps["config"] & Pick<Config, "SWEEP_INTERVAL_MS" | "USAGE_SUM_WAIT_MS">;
  db: Db;
  charges: Charges;
  ledger: Pick<Ledger, "findChargedSince">;
  tiers: Tiers;
  billingLinks: LinksOfAccount;
  /** The function that is called for each run counter that was missing or wrong. */
  onCorrected?: () => void;
}

type Counting = UsageDeps & { counters: RunCounters } & ReturnType<typeof createDecisions>;

/** The account fields that the run limit needs. */
interface CountedAccount {
  account_id: string;
  tier: string;
  is_customer?: boolean;
}

/** How many runs an account has used in a month. */
export interface UsageState {
  period: BillingPeriod;
  /**
   * The number of the account's used units (runs): the units of stored submissions and of submissions that are being
   * stored.
   */
  used: number;
  /** The number of runs that the tier allows in a month; null = no limit. */
  limit: number | null;
  /** When the next month begins, in which the count of the account's runs starts again at 0. */
  resetsAt: Date;
}

/** Units (runs) that are reserved for a submission that is not stored yet. */
export interface Reservation {
  submissionId: string;
  accountId: string;
  period: BillingPeriod;
  /** The account's usage, which includes the reserved units. */
  usage: UsageState;
  /**
   * The moment after which the submission must not be stored, because the service may then have dropped the reservation
   * of its units.
   */
  validUntil: Date;
}

/**
 * Creates the functions that read a run counter in order to decide whether a submission is allowed. The functions first
 * rebuild a missing counter, and correct a counter that contains an old reservation and may therefore be wrong.
 */
function createDecisions(counters: RunCounters, reconcile: ReturnType<typeof createReconcile>) {
  // If many requests find a run counter missing at the same time, the units in MongoDB are summed up only once for all
  // of these requests.
  const shared = createSharedCalls<boolean>();
  const makeRight = ({ accountId, period }: CounterName) =>
    shared(`${accountId} ${period}`, () => reconcile({ accountId, period }, { isMissingMade: true }));
  return {
    makeRight,

    /** Returns the number of used units (runs) of an account, after correcting its counter where needed. */
    readDecided: async (name: CounterName): Promise<number> => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const { total, old } = await counters.read(name);
        if (total !== null && old.length === 0) return total;
        await makeRight(name);
      }
      throw new CounterBusyError(name.accountId);
    },
  };
}

/** Returns the function that reads an account's usage of this month, reserved units included. */
function createReadUsage({ counters, charges, readDecided, tiers, clock, config }: Counting) {
  /**
   * Sums up the units (runs) that an account without a limit has used, from the submissions in MongoDB. If the sum
   * takes longer than USAGE_SUM_WAIT_MS, returns the count that was shown last, and stores the sum as the shown count
   * once it is known.
   */
  const readUnlimited = async (name: CounterName): Promise<number> => {
    const summing = charges.sumCharged(name.accountId, name.period, []).then(async (sum) => {
      await counters.setShown(name, sum);
      return sum;
    });
    try {
      return await bounded(summing, config.USAGE_SUM_WAIT_MS, "the sum of an account without a limit");
    } catch (error) {
      if (!(error instanceof LateError)) throw error;
      summing.catch(() => undefined);
      return counters.readShown(name);
    }
  };
  return async ({ account_id: accountId, tier }: CountedAccount): Promise<UsageState> => {
    const period = billingPeriodOf(clock());
    const limit = tiers.limitOf(tier);
    const name = { accountId, period };
    const used = limit === null ? await readUnlimited(name) : await readDecided(name);
    return { period, used, limit, resetsAt: endOfBillingPeriod(period) };
  };
}

function createReserve(
  { counters, makeRight, tiers, billingLinks, clock }: Counting,
  reservationOldMs: number,
) {
  /**
   * Reserves units (runs) of an account in this month, all of them or none. For an account without a limit, the units
   * are only counted.
   * @throws RunLimitReachedError, CounterBusyError
   */
  return async (
    account: CountedAccount,
    { submissionId, units }: { submissionId: string; units: number },
  ): Promise<Reservation> => {
    const { account_id: accountId, tier } = account;
    const now = clock();
    const period = billingPeriodOf(now);
    const name = { accountId, period };
    const limit = tiers.limitOf(tier);
    const resetsAt = endOfBillingPeriod(period);
    const validUntil = new Date(now.getTime() + reservationOldMs / 2);
    const reservation = (used: number): Reservation => ({
      submissionId,
      accountId,
      period,
      usage: { period, used, limit, resetsAt },
      validUntil,
    });
    if (limit === null) return reservation(await counters.countShown(name, units));
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { outcome, used } = await counters.reserve(name, { submissionId, units, limit });
      if (outcome === "refused") {
        const facts = { tier, limit, used, requested: units, resetsAt };
        throw new RunLimitReachedError(facts, billingLinks(account));
      }
      if (outcome === "reserved") return reservation(used);
      await makeRight(name);
    }
    throw new CounterBusyError(accountId);
  };
}
