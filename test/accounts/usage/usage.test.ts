import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import test from "ava";
import * as fc from "fast-check";
import { RunLimitReachedError } from "../../../src/accounts/errors.ts";
import { createUsage, type Reservation } from "../../../src/accounts/usage/usage.ts";
import { createTiers } from "../../../src/accounts/usage/tiers.ts";
import { testStores } from "../../helpers/stores.ts";

const stores = await testStores(test);
const now = new Date("2026-11-20T12:00:00Z");

/** Creates the run counter of a new account, over a ledger in memory: the units that each submission charges, by its id. */
function createCounter(limit: number | null) {
  const ledger = new Map<string, number>();
  const usage = createUsage({
    redis: stores.redis,
    tiers: createTiers({ TIER_LIMITS: { some: limit } }),
    clock: () => now,
    config: { REDIS_KEY_PREFIX: stores.keyPrefix, RESERVATION_STALE_MS: 60_000 },
    ledger: {
      sumCharged: async (_accountId, _period, without) =>
        [...ledger].filter(([id]) => !without.includes(id)).reduce((sum, [, units]) => sum + units, 0),
      findAccountsOf: () => Readable.from([]),
    },
  });
  const account = { account_id: randomUUID(), tier: "some" };
  const reserve = (units: number) => usage.reserve(account, { submissionId: randomUUID(), units });
  const commit = async (reservation: Reservation, units: number) => {
    ledger.set(reservation.submissionId, units);
    await usage.settle(reservation);
  };
  const loseRedis = () => stores.redis.unlink(`${stores.keyPrefix}:usage:{${account.account_id}}:2026-11`);
  const used = async () => (await usage.of(account)).used;
  return { usage, ledger, account, reserve, commit, loseRedis, used };
}

/** Counts the requests that got their units, those that got an error, and of these the ones that the limit did not cause. */
async function countOutcomes(requests: Promise<Reservation>[]) {
  const outcomes = await Promise.allSettled(requests);
  const rejected = outcomes.filter((one) => one.status === "rejected");
  return {
    reserved: outcomes.length - rejected.length,
    refused: rejected.length,
    otherErrors: rejected.filter(({ reason }) => !(reason instanceof RunLimitReachedError)).length,
  };
}

test("of 200 parallel requests for one run each, exactly 10 get it at a limit of 10", async (t) => {
  const { reserve, used } = createCounter(10);
  const { reserved, refused, otherErrors } = await countOutcomes(
    Array.from({ length: 200 }, () => reserve(1)),
  );
  t.deepEqual([reserved, refused, otherErrors], [10, 190, 0]);
  t.is(await used(), 10);
});

test("of 200 parallel requests for three runs each, exactly 3 get them at a limit of 10", async (t) => {
  const { reserve, used } = createCounter(10);
  const { reserved, otherErrors } = await countOutcomes(Array.from({ length: 200 }, () => reserve(3)));
  t.deepEqual([reserved, otherErrors], [3, 0]);
  t.is(await used(), 9);
});

test("a request gets all of its runs or none, and a refusal states the limit, the usage and when it begins again", async (t) => {
  const { reserve } = createCounter(10);
  await reserve(8);
  const error = await t.throwsAsync(reserve(3), { instanceOf: RunLimitReachedError });
  t.deepEqual(error.details, {
    tier: "some",
    limit: 10,
    used: 8,
    requested: 3,
    resets_at: "2026-12-01T00:00:00.000Z",
  });
  t.is((await reserve(2)).usage.used, 10);
});

test("runs of a tier without a limit are counted too", async (t) => {
  const { reserve, commit, used } = createCounter(null);
  await commit(await reserve(1000), 1000);
  t.is(await used(), 1000);
});

test("released units are free again; settled units are counted once, even when settled twice or released afterwards", async (t) => {
  const { usage, reserve, commit, used } = createCounter(10);
  const released = await reserve(4);
  await usage.release(released);
  t.is(await used(), 0);
  const settled = await reserve(4);
  await commit(settled, 4);
  await usage.settle(settled);
  await usage.release(settled);
  t.is(await used(), 4);
});

test("after Redis has lost a counter, it is rebuilt from the ledger, so that nobody gets free runs", async (t) => {
  const { reserve, commit, loseRedis, used } = createCounter(10);
  await commit(await reserve(7), 7);
  await loseRedis();
  t.is(await used(), 7);
  await loseRedis();
  await t.throwsAsync(reserve(4), { instanceOf: RunLimitReachedError });
});

test("a submission that was in flight when Redis lost the counter is counted when it settles", async (t) => {
  const { reserve, commit, loseRedis, used } = createCounter(10);
  const inFlight = await reserve(3);
  await loseRedis();
  await commit(inFlight, 3);
  t.is(await used(), 3);
});

test("rebuilding a counter during reservations and settlements never exceeds the limit, and the final count is right", async (t) => {
  const { usage, account, ledger, reserve, commit, used } = createCounter(20);
  const work = Array.from({ length: 60 }, async (_unused, index) => {
    if (index % 3 === 0) await usage.rebuild(account.account_id, "2026-11");
    const reservation = await reserve(1);
    if (index % 5 === 0) await usage.release(reservation);
    else await commit(reservation, 1);
  });
  await Promise.allSettled(work);
  const charged = [...ledger.values()].reduce((sum, units) => sum + units, 0);
  t.true(charged <= 20);
  t.is(await used(), charged);
});

type Step = { do: "reserve" | "settle" | "release" | "refund" | "lose" | "rebuild"; units: number };

test("after any sequence of reservations, settlements, releases, refunds, losses and rebuilds the count is that of a plain model", async (t) => {
  const step = fc.record<Step>({
    do: fc.constantFrom("reserve", "settle", "release", "refund", "lose", "rebuild"),
    units: fc.integer({ min: 1, max: 4 }),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const limit = 10;
    const { usage, account, ledger, reserve, commit, loseRedis, used } = createCounter(limit);
    /** The reservations in flight. `isKnown` becomes false when Redis loses a reservation. */
    const open: { reservation: Reservation; units: number; isKnown: boolean }[] = [];
    const knownUnits = () => open.reduce((sum, one) => sum + (one.isKnown ? one.units : 0), 0);
    const charged = () => [...ledger.values()].reduce((sum, units) => sum + units, 0);
    for (const { do: action, units } of steps) {
      if (action === "reserve") {
        const isExpected = charged() + knownUnits() + units <= limit;
        const reservation = await reserve(units).catch(() => null);
        if ((reservation !== null) !== isExpected) return false;
        if (reservation) open.push({ reservation, units, isKnown: true });
      }
      const first = action === "settle" || action === "release" ? open.shift() : undefined;
      if (first && action === "settle") await commit(first.reservation, first.units);
      if (first && action === "release") await usage.release(first.reservation);
      if (action === "lose") {
        await loseRedis();
        for (const one of open) one.isKnown = false;
      }
      if (action === "refund") {
        const [id, paid] = [...ledger].find(([, left]) => left > 0) ?? [];
        if (id !== undefined && paid !== undefined) ledger.set(id, paid - 1);
      }
      if (action === "refund" || action === "rebuild") await usage.rebuild(account.account_id, "2026-11");
    }
    return (await used()) === charged() + knownUnits();
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
});
