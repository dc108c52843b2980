import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { DAY_MS } from "../../infra/days.ts";
import { createRedisScript } from "../../infra/redis-script.ts";
import type { Redis } from "../../infra/redis.ts";
import { endOfBillingPeriod, lastPeriods, type BillingPeriod } from "./billing-period.ts";
import {
  countShownScript,
  raiseTickScript,
  readScript,
  releaseScript,
  replaceScript,
  reserveScript,
} from "./usage-scripts.ts";

const KEPT_AFTER_PERIOD_MS = 7 * DAY_MS;
const KEYS_A_SCAN = 1000;

/**
 * The age, in ms, from which a reservation of units (runs) counts as old: the request that made the reservation has
 * certainly ended by then. A submission is stored within half of this time after its units were reserved, or not at
 * all.
 */
export const RESERVATION_OLD_MS = 30_000;

/** Reads and changes the run counters in Redis; `usage-scripts.ts` explains how a counter is stored. */
export type RunCounters = ReturnType<typeof createRunCounters>;

/** Identifies a run counter: each account has one counter for each month. */
export interface CounterName {
  accountId: string;
  period: BillingPeriod;
}

/** Creates the functions that read and change the run counters in Redis. */
export function createRunCounters({
  redis,
  clock,
  config,
  reservationOldMs = RESERVATION_OLD_MS,
}: RunCountersDeps) {
  const read = createRedisScript(redis, readScript);
  const reserve = createRedisScript(redis, reserveScript);
  const release = createRedisScript(redis, releaseScript);
  const replace = createRedisScript(redis, replaceScript);
  const keyOf = ({ accountId, period }: CounterName) =>
    `${config.REDIS_KEY_PREFIX}:usage:{${accountId}}:${period}`;
  /**
   * Returns how long Redis stores the run counter of a billing period, in ms. A counter can be rebuilt at any time:
   * the expiry only limits the memory of Redis.
   */
  const lifetimeMs = (period: BillingPeriod) =>
    Math.max(endOfBillingPeriod(period).getTime() - clock().getTime(), 0) + KEPT_AFTER_PERIOD_MS;

  return {
    read: async (name: CounterName): Promise<CounterState> =>
      parseCounter(await read(keyOf(name), [reservationOldMs])),

    /**
     * Reserves units (runs) in a run counter if the limit leaves room for them.
     * @returns whether the units were reserved or refused, or whether the counter must first be compared with the
     * submissions in MongoDB; and the number of used units, which includes the new units only if they were reserved
     */
    reserve: async (
      name: CounterName,
      { submissionId, units, limit }: { submissionId: string; units: number; limit: number },
    ): Promise<{ outcome: "reserved" | "refused" | "reconcile"; used: number }> => {
      const args = [reservationOldMs, submissionId, units, limit];
      const [outcome, used] = (await reserve(keyOf(name), args)) as [
        "reserved" | "refused" | "reconcile",
        number,
      ];
      return { outcome, used };
    },

    /** Releases the units (runs) of a submission's reservation, if there is one. */
    release: async (name: CounterName, submissionId: string): Promise<void> => {
      await release(keyOf(name), [reservationOldMs, submissionId]);
    },

    /**
     * Sets a run counter to the sum of the account's units (runs) in MongoDB. Returns the new total; null if the
     * counter has changed since it was read.
     */
    replace: async (name: CounterName, { version, sum, dropped }: Replacement): Promise<number | null> => {
      const args = [reservationOldMs, version, sum, lifetimeMs(name.period), ...dropped];
      const total = (await replace(keyOf(name), args)) as number;
      return total < 0 ? null : total;
    },

    ...createShownNumbers({ redis, keyOf, lifetimeMs }),
    ...createTick(redis, config),
    ...createRemoval({ redis, clock, config, keyOf }),
  };
}

/** Creates the functions that remove the run counters of all accounts, and those of one account. */
function createRemoval({
  redis,
  clock,
  config,
  keyOf,
}: RunCountersDeps & { keyOf: (name: CounterName) => string }) {
  return {
    /**
     * Removes the run counters of all accounts. When a request next needs a counter, the service rebuilds it from the
     * submissions in MongoDB.
     */
    removeAll: async (): Promise<void> => {
      const pattern = `${config.REDIS_KEY_PREFIX}:usage:{*`;
      for (let cursor = "0"; ;) {
        const [next, keys] = await redis.scan(cursor, "MATCH", pattern, "COUNT", KEYS_A_SCAN);
        // Remove each key with a separate command, because Redis Cluster refuses a command with keys of several slots.
        await Promise.all(keys.map((key) => redis.unlink(key)));
        if (next === "0") return;
        cursor = next;
      }
    },

    removeAllOf: async (accountId: string): Promise<void> => {
      const keys = lastPeriods(clock()).map((period) => keyOf({ accountId, period }));
      await redis.unlink(...keys, ...keys.map(shownKeyOf));
    },
  };
}

const shownKeyOf = (key: string) => `${key}:shown`;

/**
 * Creates the functions that read and change the run counts of accounts without a limit. The owner of such an account
 * sees the count, but no request is refused because of it.
 */
function createShownNumbers({
  redis,
  keyOf,
  lifetimeMs,
}: {
  redis: Redis;
  keyOf: (name: CounterName) => string;
  lifetimeMs: (period: BillingPeriod) => number;
}) {
  const count = createRedisScript(redis, countShownScript);
  return {
    /**
     * Adds units (runs) to the shown count of an account without a limit, and removes the account's exact counter.
     * Returns the new count.
     */
    countShown: async (name: CounterName, units: number): Promise<number> => {
      const key = keyOf(name);
      return (await count([key, shownKeyOf(key)], [units, lifetimeMs(name.period)])) as number;
    },

    readShown: async (name: CounterName): Promise<number> =>
      Number((await redis.get(shownKeyOf(keyOf(name)))) ?? 0),

    setShown: async (name: CounterName, used: number): Promise<void> => {
      await redis.set(shownKeyOf(keyOf(name)), used, "PX", lifetimeMs(name.period));
    },
  };
}

/**
 * Creates the functions that read and raise the tick in Redis: the number of the last completed round of the sweep that
 * corrects run counters. If Redis and MongoDB have different ticks, Redis has lost data since the last round, or is an
 * older copy of its data.
 */
function createTick(redis: Redis, config: Pick<Config, "REDIS_KEY_PREFIX">) {
  const raise = createRedisScript(redis, raiseTickScript);
  const key = `${config.REDIS_KEY_PREFIX}:usage:tick`;
  return {
    readTick: (): Promise<string | null> => redis.get(key),

    /**
     * Sets the tick (the number of the last round of the sweep that corrects run counters), if the tick in Redis still
     * equals `before`.
     */
    raiseTick: async (before: string | null, tick: string): Promise<void> => {
      await raise(key, [before ?? "", tick]);
    },
  };
}

/** The dependencies of the run counters. */
export interface RunCountersDeps {
  redis: Redis;
  clock: Clock;
  config: Pick<Config, "REDIS_KEY_PREFIX">;
  /**
   * The age, in ms, from which a reservation of units counts as old; by default RESERVATION_OLD_MS. Only tests set
   * this field.
   */
  reservationOldMs?: number | undefined;
}

interface Replacement {
  /** The version that the run counter had when it was read. */
  version: string;
  /** The sum of the units (runs) of the account's submissions in MongoDB. */
  sum: number;
  /**
   * The submissions whose reservations are removed from the run counter: submissions whose units `sum` includes, and
   * submissions that will never be stored.
   */
  dropped: readonly string[];
}

/** The state of a run counter at one moment. */
interface CounterState {
  version: string;
  /**
   * The number of units (runs) in all reservations and in all submissions that the run counter includes. Null where
   * Redis has no run counter.
   */
  total: number | null;
  /**
   * The submissions whose reservation is younger than RESERVATION_OLD_MS. Some of these submissions may be stored by
   * now.
   */
  young: string[];
  /**
   * The submissions whose reservation is older than RESERVATION_OLD_MS. Each of these submissions is stored in MongoDB
   * already, or will never be stored.
   */
  old: string[];
}

/** Parses Redis's reply about the state of a run counter. */
function parseCounter(reply: unknown): CounterState {
  const [version, total, young, old] = reply as [string, string, string[], string[]];
  return { version, total: total === "" ? null : Number(total), young, old };
}
