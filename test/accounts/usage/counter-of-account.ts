import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { createTiers } from "../../../src/accounts/usage/tiers.ts";
import { createUsage, type Reservation } from "../../../src/accounts/usage/usage.ts";
import type { TestStores } from "../../helpers/stores.ts";

const now = new Date("2026-11-20T12:00:00Z");
const PERIOD = "2026-11";

/** Creates the run counter of a new account, with a ledger in memory: a map from submission ids to charged units. */
export function createCounterOf({ redis, db, keyPrefix }: TestStores, limit: number | null) {
  const ledger = new Map<string, number>();
  const nothing = async () => undefined;
  let afterSum: () => Promise<void> = nothing;
  const account = { account_id: randomUUID(), tier: "some" };
  const key = `${keyPrefix}:usage:{${account.account_id}}:${PERIOD}`;
  let sums = 0;

  const usageWith = (reservationOldMs: number) =>
    createUsage({
      db,
      redis,
      tiers: createTiers({ TIER_LIMITS: { some: limit } }),
      billingLinks: () => ({}),
      clock: () => now,
      reservationOldMs,
      config: { REDIS_KEY_PREFIX: keyPrefix, SWEEP_INTERVAL_MS: 10_000, USAGE_SUM_WAIT_MS: 500 },
      charges: {
        sumCharged: async (_accountId, _period, without) => {
          sums += 1;
          const sum = [...ledger].reduce((all, [id, units]) => all + (without.includes(id) ? 0 : units), 0);
          const act = afterSum;
          afterSum = nothing;
          await act();
          return sum;
        },
        chargedOf: async (ids) =>
          ids.flatMap((submissionId) => {
            const charged = ledger.get(submissionId);
            return charged === undefined ? [] : [{ submissionId, period: PERIOD, charged }];
          }),
      },
      ledger: {
        findChargedSince: () => Readable.from([{ account_id: account.account_id, period: PERIOD }]),
      },
    });
  const usage = usageWith(600_000);
  /** A second instance of the same run counter, which treats every reservation as expired. */
  const later = usageWith(-1);

  const reconcile = () => usage.reconcile(account.account_id, PERIOD);
  return {
    usage,
    ledger,
    account,
    reserve: (units: number, submissionId: string = randomUUID()) =>
      usage.reserve(account, { submissionId, units }),
    /**
     * Adds a reserved submission to the ledger without confirming the reservation, which therefore stays in the
     * counter.
     */
    store: ({ submissionId }: Reservation, units: number) => void ledger.set(submissionId, units),
    /** Refunds one unit (one used run) of a stored submission. */
    refund: async (id: string) => {
      ledger.set(id, (ledger.get(id) ?? 0) - 1);
      await reconcile();
    },
    reconcile,
    charged: () => [...ledger.values()].reduce((sum, units) => sum + units, 0),
    used: async () => (await usage.of(account)).used,
    usedLater: async () => (await later.of(account)).used,
    reserveLater: (units: number) => later.reserve(account, { submissionId: randomUUID(), units }),
    /** Returns how many times the counter has summed up the ledger. */
    sums: () => sums,
    /** Calls `act` once, after the next sum of the ledger was read and before the sum reaches the counter. */
    duringNextSum: (act: () => Promise<unknown>) => {
      afterSum = async () => void (await act());
    },

    loseRedis: () => redis.unlink(key),
    /** Returns a copy of the account's counter of used runs; null if Redis has no counter. */
    copy: () => redis.dumpBuffer(key),
    /** Replaces the account's counter of used runs by a copy, as restoring a dump of Redis does. */
    putBack: async (copy: Buffer | null) => {
      await (copy ? redis.restore(key, 0, copy, "REPLACE") : redis.unlink(key));
    },
    remainingMs: () => redis.pttl(key),
    fields: () => redis.hgetall(key),
    setField: (field: string, value: string) => redis.hset(key, field, value),
    /** Adds `count` reservations of one run each to the counter. */
    addReservations: async (count: number) => {
      const [seconds] = await redis.time();
      const at = `1:${seconds}000`;
      await redis.hset(key, Object.fromEntries(Array.from({ length: count }, (_, n) => [`r:${n}`, at])));
      await redis.hincrby(key, "total", count);
    },
  };
}
