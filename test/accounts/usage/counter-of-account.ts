import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { createTiers } from "../../../src/accounts/usage/tiers.ts";
import { createUsage, type Reservation } from "../../../src/accounts/usage/usage.ts";
import type { TestStores } from "../../helpers/stores.ts";

const now = new Date("2026-11-20T12:00:00Z");
const PERIOD = "2026-11";

/** Creates the run counter of a new account, over a ledger in memory: the units that each submission charges, by its id. */
export function createCounterOf({ redis, keyPrefix }: TestStores, limit: number | null) {
  const ledger = new Map<string, number>();
  let lastCharge = 0;
  const nothing = async () => undefined;
  let afterSum: () => Promise<void> = nothing;
  let beforeLastCharge: () => Promise<void> = nothing;
  const account = { account_id: randomUUID(), tier: "some" };
  const key = `${keyPrefix}:usage:{${account.account_id}}:${PERIOD}`;

  const usageWith = (staleMs: number) =>
    createUsage({
      redis,
      tiers: createTiers({ TIER_LIMITS: { some: limit } }),
      clock: () => now,
      storeTimeoutMs: 60_000,
      config: { REDIS_KEY_PREFIX: keyPrefix, RESERVATION_STALE_MS: staleMs, RECONCILE_ACTIVE_MS: 60_000 },
      ledger: {
        sumCharged: async (_accountId, _period, without) => {
          const sum = [...ledger].reduce((all, [id, units]) => all + (without.includes(id) ? 0 : units), 0);
          const act = afterSum;
          afterSum = nothing;
          await act();
          return sum;
        },
        lastChargeOf: async () => {
          const act = beforeLastCharge;
          beforeLastCharge = nothing;
          await act();
          return lastCharge;
        },
        raiseChargeNumber: async (_id, chargeNumber) => {
          lastCharge = Math.max(lastCharge, chargeNumber);
        },
        sumUpAll: async () => 0,
        findChargedSince: () => Readable.from([{ account_id: account.account_id, period: PERIOD }]),
        hasSumOf: async () => true,
        findAccountsOf: () => Readable.from([]),
      },
    });
  const usage = usageWith(600_000);
  /** The same counter at a time when every reservation is stale. */
  const later = usageWith(-1);

  const reserveWith = async (
    { lastChargeOf, reserve }: typeof usage,
    units: number,
    submissionId: string,
  ) => {
    const known = await lastChargeOf(account.account_id);
    return reserve(account, { submissionId, units, lastCharge: known });
  };
  const store = ({ submissionId, chargeNumber }: Reservation, units: number) => {
    ledger.set(submissionId, units);
    lastCharge = Math.max(lastCharge, chargeNumber);
  };
  return {
    usage,
    ledger,
    account,
    store,
    reserve: (units: number, submissionId: string = randomUUID()) => reserveWith(usage, units, submissionId),
    commit: async (reservation: Reservation, units: number) => {
      store(reservation, units);
      await usage.settle(reservation);
    },
    /** Gives one unit of a stored submission back. */
    refund: async (id: string) => {
      ledger.set(id, (ledger.get(id) ?? 0) - 1);
      await usage.rebuild(account.account_id, PERIOD, id);
    },
    rebuild: () => usage.rebuild(account.account_id, PERIOD),
    charged: () => [...ledger.values()].reduce((sum, units) => sum + units, 0),
    used: async () => (await usage.of(account)).used,
    usedLater: async () => (await later.of(account)).used,
    reserveLater: (units: number) => reserveWith(later, units, randomUUID()),
    /** Does something once, after the ledger was summed up and before the sum reaches the counter. */
    duringNextSum: (act: () => Promise<void>) => {
      afterSum = act;
    },
    /** Does something once, before the ledger tells its last charge. */
    beforeNextLastCharge: (act: () => Promise<void>) => {
      beforeLastCharge = act;
    },

    loseRedis: () => redis.unlink(key),
    /** Returns a copy of the counter as it is; null where there is none. */
    copy: () => redis.dumpBuffer(key),
    /** Puts a copy in the counter's place, as a restored dump of Redis does. */
    putBack: async (copy: Buffer | null) => {
      await (copy ? redis.restore(key, 0, copy, "REPLACE") : redis.unlink(key));
    },
    remainingMs: () => redis.pttl(key),
    setField: (field: string, value: string) => redis.hset(key, field, value),
    /** Adds reservations of one unit each. */
    addReservations: async (count: number) => {
      const [seconds] = await redis.time();
      const at = `1:${seconds}000`;
      await redis.hset(key, Object.fromEntries(Array.from({ length: count }, (_, n) => [`r:${n}`, at])));
    },
  };
}
