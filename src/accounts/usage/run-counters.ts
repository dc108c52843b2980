import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { DAY_MS } from "../../infra/days.ts";
import { createRedisScript } from "../../infra/redis-script.ts";
import type { Redis } from "../../infra/redis.ts";
import { endOfBillingPeriod, lastPeriods, type BillingPeriod } from "./billing-period.ts";
import { readScript, rebuildScript, reserveScript, settleScript } from "./usage-scripts.ts";

const KEPT_AFTER_PERIOD_MS = 7 * DAY_MS;
const KEYS_A_SCAN = 1000;

/** The run counters in Redis: see usage-scripts.ts. */
export type RunCounters = ReturnType<typeof createRunCounters>;

/** Names the counter of an account in a month. */
export interface CounterName {
  accountId: string;
  period: BillingPeriod;
}

/** Creates the access to the run counters. */
export function createRunCounters({ redis, clock, config }: RunCountersDeps) {
  const staleMs = config.RESERVATION_STALE_MS;
  const read = createRedisScript(redis, readScript);
  const reserve = createRedisScript(redis, reserveScript);
  const settle = createRedisScript(redis, settleScript);
  const replace = createRedisScript(redis, rebuildScript);
  const keyOf = ({ accountId, period }: CounterName) =>
    `${config.REDIS_KEY_PREFIX}:usage:{${accountId}}:${period}`;
  /** How long Redis keeps the counter of a period. It can be rebuilt at any time, so expiring only keeps Redis small. */
  const lifetimeMs = (period: BillingPeriod) =>
    Math.max(endOfBillingPeriod(period).getTime() - clock().getTime(), 0) + KEPT_AFTER_PERIOD_MS;

  return {
    read: async (name: CounterName): Promise<CounterState> =>
      parseCounter(await read(keyOf(name), [staleMs])),

    /**
     * Reserves units if the limit leaves room for them.
     * @param request.limit null = no limit
     * @returns whether it did, or the counter must be rebuilt first; and the units that were used and in flight before
     */
    reserve: async (
      name: CounterName,
      { submissionId, units, limit, lastCharge }: ReserveRequest,
    ): Promise<{ outcome: "reserved" | "refused" | "rebuild"; before: number; chargeNumber: number }> => {
      const args = [staleMs, submissionId, units, limit ?? -1, lastCharge];
      const reply = (await reserve(keyOf(name), args)) as [
        "reserved" | "refused" | "rebuild",
        number,
        string,
      ];
      const [outcome, before, chargeNumber] = reply;
      return { outcome, before, chargeNumber: Number(chargeNumber) };
    },

    /** Turns a reservation into used units. Returns false where the counter has lost the reservation. */
    settle: async (name: CounterName, submissionId: string): Promise<boolean> =>
      (await settle(keyOf(name), [staleMs, submissionId])) === 1,

    /** Drops a reservation. A rebuild under way need not begin again: its sum is right without the submission. */
    release: async (name: CounterName, submissionId: string): Promise<void> => {
      await redis.hdel(keyOf(name), `r:${submissionId}`);
    },

    /** Sets the counter to a sum of the ledger. Returns false where it has changed since it was read. */
    replace: async (
      name: CounterName,
      { version, used, lastCharge, leftOut }: Replacement,
    ): Promise<boolean> => {
      const args = [staleMs, version, used, lifetimeMs(name.period), lastCharge, ...leftOut];
      return (await replace(keyOf(name), args)) === 1;
    },

    accountsOf: createAccountsOf({ redis, config }),
    removeAllOf: createRemoveAllOf(redis, clock, keyOf),
  };
}

/** Returns the function that yields the accounts of which Redis has a counter of a period, some of them perhaps twice. */
function createAccountsOf({ redis, config }: Pick<RunCountersDeps, "redis" | "config">) {
  const before = `${config.REDIS_KEY_PREFIX}:usage:{`;
  return async function* (period: BillingPeriod): AsyncGenerator<string> {
    const after = `}:${period}`;
    for (let cursor = "0"; ;) {
      const [next, keys] = await redis.scan(cursor, "MATCH", `${before}*${after}`, "COUNT", KEYS_A_SCAN);
      for (const key of keys) yield key.slice(before.length, -after.length);
      if (next === "0") return;
      cursor = next;
    }
  };
}

/** Returns the function that removes the counters of an account. */
function createRemoveAllOf(redis: Redis, clock: Clock, keyOf: (name: CounterName) => string) {
  return async (accountId: string): Promise<void> => {
    await redis.unlink(...lastPeriods(clock()).map((period) => keyOf({ accountId, period })));
  };
}

/** What the run counters stand on. */
export interface RunCountersDeps {
  redis: Redis;
  clock: Clock;
  config: Pick<Config, "REDIS_KEY_PREFIX" | "RESERVATION_STALE_MS">;
}

interface ReserveRequest {
  submissionId: string;
  units: number;
  limit: number | null;
  /** The last charge number of the ledger. */
  lastCharge: number;
}

interface Replacement {
  /** The version of the counter when it was read. */
  version: string;
  /** The sum of the ledger without the submissions in `leftOut`, whose reservations stay. */
  used: number;
  leftOut: readonly string[];
  /** The last charge number of the ledger before the counter was read. */
  lastCharge: number;
}

/** A counter at one moment. */
interface CounterState {
  version: string;
  /** Null where Redis has lost the counter. */
  used: number | null;
  unitsInFlight: number;
  /** Whether a reservation is so old that its submission is either in the ledger or dead. */
  hasStale: boolean;
  /** The greatest charge number that the counter knows. */
  lastCharge: number;
  /** A charge number that the counter has not given out. */
  nextCharge: number;
  /** The submissions whose reservation is not stale. */
  inFlight: string[];
}

/** Reads the reply of readScript. */
function parseCounter(reply: unknown): CounterState {
  const [version, used, unitsInFlight, stale, lastCharge, nextCharge, inFlight] = reply as [
    string,
    string,
    number,
    number,
    string,
    string,
    string[],
  ];
  return {
    version,
    used: used === "" ? null : Number(used),
    unitsInFlight,
    hasStale: stale === 1,
    lastCharge: Number(lastCharge),
    nextCharge: Number(nextCharge),
    inFlight,
  };
}
