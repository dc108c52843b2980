import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { createRedisScript } from "../../infra/redis-script.ts";
import type { Redis } from "../../infra/redis.ts";
import { RunLimitReachedError } from "../errors.ts";
import { billingPeriodOf, endOfBillingPeriod, type BillingPeriod } from "./billing-period.ts";
import type { Tiers } from "./tiers.ts";
import { readScript, rebuildScript, releaseScript, reserveScript, settleScript } from "./usage-scripts.ts";

/** How many runs an account has used in a period. */
export interface UsageState {
  period: BillingPeriod;
  used: number;
  /** Null = no limit. */
  limit: number | null;
  resetsAt: Date;
}

/** Units that are reserved for a submission which is not yet in the ledger. */
export interface Reservation {
  submissionId: string;
  accountId: string;
  period: BillingPeriod;
  /** The usage with these units. */
  usage: UsageState;
  /** After this moment the submission must not be stored any more: its reservation may be dropped soon. */
  validUntil: Date;
}

/** What the counter needs to know of an account. */
interface CountedAccount {
  account_id: string;
  tier: string;
}

/** The ledger as the counter needs it. Implemented by `benchmarks/records/ledger.ts`. */
interface CountedLedger {
  /** Returns the sum of the units that an account's submissions of a period hold, leaving some submissions out. */
  sumCharged(accountId: string, period: BillingPeriod, without: readonly string[]): Promise<number>;
  /** Returns the accounts that have submissions in a period. */
  findAccountsOf(period: BillingPeriod): AsyncIterable<{ account_id: string }>;
}

interface UsageDeps {
  redis: Redis;
  ledger: CountedLedger;
  tiers: Tiers;
  clock: Clock;
  config: Pick<Config, "REDIS_KEY_PREFIX" | "RESERVATION_STALE_MS">;
}

/** Counts runs. Redis decides, atomically; the ledger in MongoDB is the truth that its counters are rebuilt from. */
export type Usage = ReturnType<typeof createUsage>;

const KEPT_AFTER_PERIOD_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_ROUNDS = 50;
const ROUND_DELAY_MS = 2;

/** The counter changed in each of many rounds. Trying again later is right. */
class CounterBusyError extends Error {
  override name = "CounterBusyError";

  constructor(accountId: string) {
    super(`the run counter of account ${accountId} changed in each of ${MAX_ROUNDS} rounds`);
  }
}

/** The run counters in Redis, one for each account and period. */
export function createUsage(deps: UsageDeps) {
  const { redis, ledger, config } = deps;
  const staleMs = config.RESERVATION_STALE_MS;
  const tryRebuild = createTryRebuild(deps);
  const settleUnits = createRedisScript(redis, settleScript);
  const releaseUnits = createRedisScript(redis, releaseScript);
  const keyOf = (accountId: string, period: BillingPeriod) => counterKey(config, accountId, period);

  /**
   * Sets the counter to what the ledger says. Needed after a refund and after a loss of Redis; right at any time.
   * @param storedId a submission that is in the ledger for certain: it is counted from there, even if it was reserved and
   * not yet settled
   */
  async function rebuild(accountId: string, period: BillingPeriod, storedId?: string): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (await tryRebuild(accountId, period, storedId)) return;
      await sleep(round * ROUND_DELAY_MS);
    }
    throw new CounterBusyError(accountId);
  }

  return {
    ...createReading(deps, tryRebuild),
    reserve: createReserve(deps, tryRebuild),

    /**
     * Counts the units as used: the submission is in the ledger. Settling without a reservation rebuilds the counter from
     * the ledger, so doing it twice is safe.
     */
    settle: async ({ accountId, period, submissionId }: Reservation): Promise<void> => {
      const isSettled = (await settleUnits(keyOf(accountId, period), [staleMs, submissionId])) === 1;
      if (!isSettled) await rebuild(accountId, period, submissionId);
    },

    /** Frees the units: the submission is certainly not in the ledger. */
    release: async ({ accountId, period, submissionId }: Reservation): Promise<void> => {
      await releaseUnits(keyOf(accountId, period), [staleMs, submissionId]);
    },

    rebuild,

    /** Rebuilds the counter of every account that has submissions in a period. Returns how many there are. */
    rebuildAll: async (period: BillingPeriod): Promise<number> => {
      let count = 0;
      for await (const { account_id } of ledger.findAccountsOf(period)) {
        await rebuild(account_id, period);
        count += 1;
      }
      return count;
    },
  };
}

function createReading({ redis, tiers, clock, config }: UsageDeps, tryRebuild: TryRebuild) {
  const read = createRedisScript(redis, readScript);
  const staleMs = config.RESERVATION_STALE_MS;

  /** Returns the account's usage of this month, units in flight included. */
  async function of({ account_id, tier }: CountedAccount): Promise<UsageState> {
    const period = billingPeriodOf(clock());
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { used, unitsInFlight, isStale } = parseCounter(
        await read(counterKey(config, account_id, period), [staleMs]),
      );
      const resetsAt = endOfBillingPeriod(period);
      if (used !== null && !isStale)
        return { period, used: used + unitsInFlight, limit: tiers.limitOf(tier), resetsAt };
      await tryRebuild(account_id, period);
    }
    throw new CounterBusyError(account_id);
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

function createReserve({ redis, tiers, clock, config }: UsageDeps, tryRebuild: TryRebuild) {
  const reserveUnits = createRedisScript(redis, reserveScript);
  const staleMs = config.RESERVATION_STALE_MS;

  /** Reserves units, all of them or none. @throws RunLimitReachedError */
  return async (
    { account_id: accountId, tier }: CountedAccount,
    { submissionId, units }: { submissionId: string; units: number },
  ): Promise<Reservation> => {
    const now = clock();
    const period = billingPeriodOf(now);
    const limit = tiers.limitOf(tier);
    const resetsAt = endOfBillingPeriod(period);
    const key = counterKey(config, accountId, period);
    const args = [staleMs, submissionId, units, limit ?? -1, lifetimeMs(period, now)];
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const [outcome, before] = (await reserveUnits(key, args)) as ["taken" | "refused" | "rebuild", number];
      if (outcome === "refused")
        throw new RunLimitReachedError({ tier, limit: limit ?? 0, used: before, requested: units, resetsAt });
      if (outcome === "taken") {
        const validUntil = new Date(now.getTime() + staleMs / 2);
        const usage = { period, used: before + units, limit, resetsAt };
        return { submissionId, accountId, period, usage, validUntil };
      }
      // When many requests find the counter lost at once, one of them rebuilds it, which is enough for all.
      await tryRebuild(accountId, period);
    }
    throw new CounterBusyError(accountId);
  };
}

/** Sets the counter to what the ledger says, unless it changes meanwhile. Returns whether it did. */
type TryRebuild = ReturnType<typeof createTryRebuild>;

function createTryRebuild({ redis, ledger, clock, config }: UsageDeps) {
  const read = createRedisScript(redis, readScript);
  const replace = createRedisScript(redis, rebuildScript);
  const staleMs = config.RESERVATION_STALE_MS;
  return async (accountId: string, period: BillingPeriod, storedId?: string): Promise<boolean> => {
    const key = counterKey(config, accountId, period);
    const { version, inFlight } = parseCounter(await read(key, [staleMs]));
    // A submission in flight adds its units when it settles, so the sum leaves it out even if it is stored by now. It would
    // add the units that it reserved, though, and the ledger may hold fewer: a file can have failed already.
    const leftOut = inFlight.filter((id) => id !== storedId);
    const used = await ledger.sumCharged(accountId, period, leftOut);
    const args = [staleMs, version, used, lifetimeMs(period, clock()), ...leftOut];
    return (await replace(key, args)) === 1;
  };
}

function parseCounter(reply: unknown) {
  const [version, used, unitsInFlight, stale, ...inFlight] = reply as [
    string,
    string,
    number,
    number,
    ...string[],
  ];
  return { version, used: used === "" ? null : Number(used), unitsInFlight, isStale: stale === 1, inFlight };
}

function counterKey(config: UsageDeps["config"], accountId: string, period: BillingPeriod): string {
  return `${config.REDIS_KEY_PREFIX}:usage:{${accountId}}:${period}`;
}

/** How long the counter of a period is kept: it can be rebuilt at any time, so this only keeps Redis small. */
function lifetimeMs(period: BillingPeriod, now: Date): number {
  return Math.max(endOfBillingPeriod(period).getTime() - now.getTime(), 0) + KEPT_AFTER_PERIOD_MS;
}
