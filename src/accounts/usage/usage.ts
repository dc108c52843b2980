import { setTimeout as sleep } from "node:timers/promises";
import type { AccountData } from "../../account-data.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { DAY_MS } from "../../infra/days.ts";
import { createRedisScript } from "../../infra/redis-script.ts";
import type { Redis } from "../../infra/redis.ts";
import { RunLimitReachedError } from "../errors.ts";
import { billingPeriodOf, endOfBillingPeriod, lastPeriods, type BillingPeriod } from "./billing-period.ts";
import type { Tiers } from "./tiers.ts";
import { readScript, rebuildScript, releaseScript, reserveScript, settleScript } from "./usage-scripts.ts";

const KEPT_AFTER_PERIOD_MS = 7 * DAY_MS;
const MAX_ROUNDS = 50;
const ROUND_DELAY_MS = 2;

/** Counts runs. Redis decides, atomically; the ledger in MongoDB is the truth that its counters are rebuilt from. */
export type Usage = ReturnType<typeof createUsage>;

/** Creates the service of the run counters, of which Redis holds one for each account and period. */
export function createUsage(deps: UsageDeps) {
  const { redis, ledger, clock, config } = deps;
  const staleMs = config.RESERVATION_STALE_MS;
  const tryRebuild = createTryRebuild(deps);
  const settleUnits = createRedisScript(redis, settleScript);
  const releaseUnits = createRedisScript(redis, releaseScript);
  const keyOf = (accountId: string, period: BillingPeriod) => counterKey(config, accountId, period);

  /**
   * Sets the counter to what the ledger says. Needed after a refund and after a loss of Redis; harmless at any other time.
   * @param storedId a submission that is certainly in the ledger: its units are counted from there, and its reservation is
   * dropped if it has one
   */
  async function rebuild(accountId: string, period: BillingPeriod, storedId?: string): Promise<void> {
    await inRounds(accountId, async (round) => {
      if (await tryRebuild(accountId, period, storedId)) return true;
      await sleep(round * ROUND_DELAY_MS);
      return null;
    });
  }

  async function removeAllOf(accountId: string): Promise<void> {
    const keys = lastPeriods(clock()).map((period) => keyOf(accountId, period));
    await redis.unlink(...keys);
  }

  return {
    ...createReads(deps, tryRebuild),
    reserve: createReserve(deps, tryRebuild),

    /**
     * Counts reserved units as used: the submission is in the ledger. Settling without a reservation rebuilds the counter from
     * the ledger, so doing it twice is safe.
     */
    settle: async ({ accountId, period, submissionId }: Reservation): Promise<void> => {
      const isSettled = (await settleUnits(keyOf(accountId, period), [staleMs, submissionId])) === 1;
      if (!isSettled) await rebuild(accountId, period, submissionId);
    },

    /** Frees reserved units: the submission is certainly not in the ledger. */
    release: async ({ accountId, period, submissionId }: Reservation): Promise<void> => {
      await releaseUnits(keyOf(accountId, period), [staleMs, submissionId]);
    },

    rebuild,

    accountData: { name: "run counters", removeAllOf } satisfies AccountData,

    /** Rebuilds the counter of every account that has submissions in a period. Returns how many such accounts there are. */
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

interface UsageDeps {
  redis: Redis;
  ledger: ChargesLedger;
  tiers: Tiers;
  clock: Clock;
  config: Pick<Config, "REDIS_KEY_PREFIX" | "RESERVATION_STALE_MS">;
}

/** What accounts are charged, as the counters need it. Implemented by `charges.ts`. */
interface ChargesLedger {
  /** Returns the sum of the units that an account is charged in a period, leaving some submissions out. */
  sumCharged(accountId: string, period: BillingPeriod, without: readonly string[]): Promise<number>;
  /** Returns the accounts that have submissions in a period. */
  findAccountsOf(period: BillingPeriod): AsyncIterable<{ account_id: string }>;
}

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

/** Units that are reserved for a submission which is not yet in the ledger. */
export interface Reservation {
  submissionId: string;
  accountId: string;
  period: BillingPeriod;
  /** The account's usage with these units. */
  usage: UsageState;
  /** After this moment the submission must not be stored any more: its reservation may be dropped soon. */
  validUntil: Date;
}

function createReads({ redis, tiers, clock, config }: UsageDeps, tryRebuild: TryRebuild) {
  const read = createRedisScript(redis, readScript);
  const staleMs = config.RESERVATION_STALE_MS;

  /** Returns the account's usage of this month, units in flight included. */
  function of({ account_id, tier }: CountedAccount): Promise<UsageState> {
    const period = billingPeriodOf(clock());
    const key = counterKey(config, account_id, period);
    return inRounds(account_id, async () => {
      const { used, unitsInFlight, hasStale } = parseCounter(await read(key, [staleMs]));
      const resetsAt = endOfBillingPeriod(period);
      if (used !== null && !hasStale)
        return { period, used: used + unitsInFlight, limit: tiers.limitOf(tier), resetsAt };
      await tryRebuild(account_id, period);
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
    return inRounds(accountId, async () => {
      const [outcome, before] = (await reserveUnits(key, args)) as [ReserveOutcome, number];
      if (outcome === "refused")
        throw new RunLimitReachedError({ tier, limit: limit ?? 0, used: before, requested: units, resetsAt });
      if (outcome === "reserved") {
        const validUntil = new Date(now.getTime() + staleMs / 2);
        const usage = { period, used: before + units, limit, resetsAt };
        return { submissionId, accountId, period, usage, validUntil };
      }
      // When many requests find the counter lost at once, one of them rebuilds it, which is enough for all.
      await tryRebuild(accountId, period);
      return null;
    });
  };
}

type ReserveOutcome = "reserved" | "refused" | "rebuild";

/** Sets the counter to what the ledger says, unless the counter changes meanwhile. Returns whether it was set. */
type TryRebuild = ReturnType<typeof createTryRebuild>;

function createTryRebuild({ redis, ledger, clock, config }: UsageDeps) {
  const read = createRedisScript(redis, readScript);
  const replace = createRedisScript(redis, rebuildScript);
  const staleMs = config.RESERVATION_STALE_MS;
  return async (accountId: string, period: BillingPeriod, storedId?: string): Promise<boolean> => {
    const key = counterKey(config, accountId, period);
    const { version, inFlight } = parseCounter(await read(key, [staleMs]));
    // A submission in flight may be stored by now. The sum leaves it out all the same, because settling adds its units.
    // `storedId` is not left out, because settling would add all units that it reserved, while some of its runs may have
    // failed and been refunded already.
    const leftOut = inFlight.filter((id) => id !== storedId);
    const used = await ledger.sumCharged(accountId, period, leftOut);
    const args = [staleMs, version, used, lifetimeMs(period, clock()), ...leftOut];
    return (await replace(key, args)) === 1;
  };
}

/** Repeats a step until it returns a result. @throws CounterBusyError after MAX_ROUNDS steps without a result */
async function inRounds<T>(accountId: string, step: (round: number) => Promise<T | null>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = await step(round);
    if (result !== null) return result;
  }
  throw new CounterBusyError(accountId);
}

/** Other requests changed the counter in each of many rounds. Trying again later is right. */
class CounterBusyError extends Error {
  override name = "CounterBusyError";

  constructor(accountId: string) {
    super(`the run counter of account ${accountId} changed in each of ${MAX_ROUNDS} rounds`);
  }
}

/** Reads the reply of readScript. */
function parseCounter(reply: unknown) {
  const [version, used, unitsInFlight, stale, ...inFlight] = reply as [
    string,
    string,
    number,
    number,
    ...string[],
  ];
  return { version, used: used === "" ? null : Number(used), unitsInFlight, hasStale: stale === 1, inFlight };
}

function counterKey(config: UsageDeps["config"], accountId: string, period: BillingPeriod): string {
  return `${config.REDIS_KEY_PREFIX}:usage:{${accountId}}:${period}`;
}

/** How long Redis keeps the counter of a period. It can be rebuilt at any time, so expiring only keeps Redis small. */
function lifetimeMs(period: BillingPeriod, now: Date): number {
  return Math.max(endOfBillingPeriod(period).getTime() - now.getTime(), 0) + KEPT_AFTER_PERIOD_MS;
}
