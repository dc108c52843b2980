import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../infra/clock.ts";
import type { Redis } from "../../infra/redis.ts";
import { createRedisScript } from "../../infra/redis-script.ts";
import { billingPeriodOf, endOfBillingPeriod, type BillingPeriod } from "./billing-period.ts";
import { RunLimitReachedError } from "../errors.ts";
import { readScript, rebuildScript, releaseScript, reserveScript, settleScript } from "./usage-scripts.ts";
import type { Tiers } from "./tiers.ts";

/** An account's runs in the present period. */
export interface Usage {
  period: BillingPeriod;
  used: number;
  /** null = no limit. */
  limit: number | null;
  resetsAt: Date;
}

/** Units that are taken but not yet in the ledger. */
export interface Reservation {
  submissionId: string;
  accountId: string;
  period: BillingPeriod;
  /** The usage with these units. */
  usage: Usage;
  /** After this moment the submission must not be stored any more: its reservation may be dropped soon. */
  validUntil: Date;
}

/** Counts runs. Redis decides, atomically; the ledger in MongoDB is the truth that it is rebuilt from. */
export interface RunCounter {
  usage(account: CountedAccount): Promise<Usage>;
  /** @throws RunLimitReachedError when the account has no unit left at all */
  requireUnitsLeft(account: CountedAccount): Promise<void>;
  /** Takes units, all or none. @throws RunLimitReachedError */
  reserve(account: CountedAccount, request: { submissionId: string; units: number }): Promise<Reservation>;
  /** The submission is in the ledger: its units are used from now on. */
  settle(reservation: Reservation): Promise<void>;
  /** The submission is certainly not in the ledger: its units are free again. */
  release(reservation: Reservation): Promise<void>;
  /**
   * Sets the counter to what the ledger says. Needed after a refund and after a loss; right at any time.
   * @param storedId a submission that is in the ledger for certain: it is counted from there, also if it was reserved and
   * not yet settled
   */
  rebuild(accountId: string, period: BillingPeriod, storedId?: string): Promise<void>;
}

/** What the counter needs to know of an account. */
interface CountedAccount {
  account_id: string;
  tier: string;
}

/** The sum of the units that an account's submissions of a period hold, leaving some submissions out. */
export type SumCharged = (
  accountId: string,
  period: BillingPeriod,
  without: readonly string[],
) => Promise<number>;

interface RunCounterParts {
  redis: Redis;
  keyPrefix: string;
  tiers: Tiers;
  clock: Clock;
  /** Age at which a reservation is dropped. A submission must be stored in half of this time or not at all. */
  staleMs: number;
  sumCharged: SumCharged;
}

const KEPT_AFTER_PERIOD_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_ROUNDS = 50;
const ROUND_DELAY_MS = 2;

/** The counter changed in each of many rounds. Trying again later is right. */
class CounterBusyError extends Error {
  constructor(accountId: string) {
    super(`the run counter of account ${accountId} changed in each of ${MAX_ROUNDS} rounds`);
    this.name = "CounterBusyError";
  }
}

/** The run counter over one Redis and one ledger. */
export function createRunCounter(parts: RunCounterParts): RunCounter {
  const { tiers, clock, staleMs } = parts;
  const tryRebuild = createTryRebuild(parts);
  const settleUnits = createRedisScript(parts.redis, settleScript);
  const releaseUnits = createRedisScript(parts.redis, releaseScript);
  const read = createRedisScript(parts.redis, readScript);

  async function usage({ account_id, tier }: CountedAccount): Promise<Usage> {
    const period = billingPeriodOf(clock());
    const key = keyOf(parts.keyPrefix, account_id, period);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { used, unitsInFlight, isStale } = parseCounter(await read(key, [staleMs]));
      const resetsAt = endOfBillingPeriod(period);
      if (used !== null && !isStale)
        return { period, used: used + unitsInFlight, limit: tiers.limitOf(tier), resetsAt };
      await tryRebuild(account_id, period);
    }
    throw new CounterBusyError(account_id);
  }

  async function rebuild(accountId: string, period: BillingPeriod, storedId?: string): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (await tryRebuild(accountId, period, storedId)) return;
      await sleep(round * ROUND_DELAY_MS);
    }
    throw new CounterBusyError(accountId);
  }

  return {
    usage,
    requireUnitsLeft: async (account) => {
      const { used, limit, resetsAt } = await usage(account);
      if (limit !== null && used >= limit) throw limitReached(account.tier, limit, used, 1, resetsAt);
    },
    reserve: createReserve(parts, tryRebuild),
    settle: async ({ accountId, period, submissionId }) => {
      const key = keyOf(parts.keyPrefix, accountId, period);
      const isSettled = (await settleUnits(key, [staleMs, submissionId])) === 1;
      if (!isSettled) await rebuild(accountId, period, submissionId);
    },
    release: async ({ accountId, period, submissionId }) => {
      await releaseUnits(keyOf(parts.keyPrefix, accountId, period), [staleMs, submissionId]);
    },
    rebuild,
  };
}

function createReserve({ redis, keyPrefix, tiers, clock, staleMs }: RunCounterParts, tryRebuild: TryRebuild) {
  const reserveUnits = createRedisScript(redis, reserveScript);
  return async (
    account: CountedAccount,
    request: { submissionId: string; units: number },
  ): Promise<Reservation> => {
    const { account_id: accountId, tier } = account;
    const { submissionId, units } = request;
    const now = clock();
    const period = billingPeriodOf(now);
    const limit = tiers.limitOf(tier);
    const resetsAt = endOfBillingPeriod(period);
    const key = keyOf(keyPrefix, accountId, period);
    const args = [staleMs, submissionId, units, limit ?? -1, lifetimeOf(period, clock())];
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const [outcome, before] = (await reserveUnits(key, args)) as ["taken" | "refused" | "rebuild", number];
      if (outcome === "refused") throw limitReached(tier, limit, before, units, resetsAt);
      if (outcome === "taken") {
        const validUntil = new Date(now.getTime() + staleMs / 2);
        return {
          submissionId,
          accountId,
          period,
          usage: { period, used: before + units, limit, resetsAt },
          validUntil,
        };
      }
      // When many find the counter lost at once, one of them rebuilds it, which is enough for all.
      await tryRebuild(accountId, period);
    }
    throw new CounterBusyError(accountId);
  };
}

/** Sets the counter to what the ledger says, if nothing happens to it meanwhile. Answers whether it did. */
type TryRebuild = (accountId: string, period: BillingPeriod, storedId?: string) => Promise<boolean>;

function createTryRebuild({ redis, keyPrefix, staleMs, clock, sumCharged }: RunCounterParts): TryRebuild {
  const read = createRedisScript(redis, readScript);
  const takeOver = createRedisScript(redis, rebuildScript);
  return async (accountId, period, storedId) => {
    const key = keyOf(keyPrefix, accountId, period);
    const { version, inFlight } = parseCounter(await read(key, [staleMs]));
    // A submission in flight adds its units when it settles, so the sum leaves it out even if it is stored by now. It
    // would add what it reserved, though, and the ledger may hold less: a file can have failed already.
    const leftOut = inFlight.filter((id) => id !== storedId);
    const used = await sumCharged(accountId, period, leftOut);
    const args = [staleMs, version, used, lifetimeOf(period, clock()), ...leftOut];
    return (await takeOver(key, args)) === 1;
  };
}

function parseCounter(answer: unknown) {
  const [version, used, unitsInFlight, stale, ...inFlight] = answer as [
    string,
    string,
    number,
    number,
    ...string[],
  ];
  return { version, used: used === "" ? null : Number(used), unitsInFlight, isStale: stale === 1, inFlight };
}

function keyOf(prefix: string, accountId: string, period: BillingPeriod): string {
  return `${prefix}:usage:{${accountId}}:${period}`;
}

/** How long the hash of a period is kept: it can be rebuilt at any time, so this only keeps Redis small. */
function lifetimeOf(period: BillingPeriod, now: Date): number {
  return Math.max(endOfBillingPeriod(period).getTime() - now.getTime(), 0) + KEPT_AFTER_PERIOD_MS;
}

function limitReached(tier: string, limit: number | null, used: number, requested: number, resetsAt: Date) {
  return new RunLimitReachedError({ tier, limit: limit ?? 0, used, requested, resetsAt });
}
