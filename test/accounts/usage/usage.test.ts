import test from "ava";
import * as fc from "fast-check";
import { RunLimitReachedError } from "../../../src/accounts/errors.ts";
import type { Reservation } from "../../../src/accounts/usage/usage.ts";
import { testStores } from "../../helpers/stores.ts";
import { createCounterOf } from "./counter-of-account.ts";

const stores = await testStores(test);
const createCounter = (limit: number | null) => createCounterOf(stores, limit);

/**
 * Counts the requests that were accepted, those that failed, and those that failed for another reason than
 * the account's limit of runs.
 */
async function countOutcomes(requests: Promise<Reservation>[]) {
  const outcomes = await Promise.allSettled(requests);
  const rejected = outcomes.filter((one) => one.status === "rejected");
  return {
    reserved: outcomes.length - rejected.length,
    refused: rejected.length,
    otherErrors: rejected.filter(({ reason }) => !(reason instanceof RunLimitReachedError)).length,
  };
}

test("at a limit of 10, exactly 10 of 200 parallel requests for one run each are accepted", async (t) => {
  const { reserve, used } = createCounter(10);
  const { reserved, refused, otherErrors } = await countOutcomes(
    Array.from({ length: 200 }, () => reserve(1)),
  );
  t.deepEqual([reserved, refused, otherErrors], [10, 190, 0]);
  t.is(await used(), 10);
});

test("at a limit of 10, exactly 3 of 200 parallel requests for three runs each are accepted", async (t) => {
  const { reserve, used } = createCounter(10);
  const { reserved, otherErrors } = await countOutcomes(Array.from({ length: 200 }, () => reserve(3)));
  t.deepEqual([reserved, otherErrors], [3, 0]);
  t.is(await used(), 9);
});

test("if Redis lacks an account's counter of used runs, parallel requests of the account sum up the ledger a few times, not once each", async (t) => {
  const { reserve, sums } = createCounter(1000);
  await Promise.all(Array.from({ length: 200 }, () => reserve(1)));
  t.true(sums() < 10, `${sums()} sums`);
});

test("a request is charged for all of its runs or refused, and a refusal states the limit, the usage and the time of the next reset", async (t) => {
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

test("the runs of an account without a limit are counted and never refused, and only a request for the usage sums up the ledger", async (t) => {
  const { reserve, store, used, sums, loseRedis } = createCounter(null);
  store(await reserve(1000), 1000);
  t.is((await reserve(5)).usage.used, 1005);
  t.is(sums(), 0, "no submission waits for a sum");
  t.is(await used(), 1000, "only stored runs count");
  t.is((await reserve(1)).usage.used, 1001, "new runs are added to the sum");
  await loseRedis();
  t.is(await used(), 1000);
});

test("the usage of an account that gets a limit after a time without a limit is computed from the ledger, not from its old counter", async (t) => {
  const { account, reserve, store, used } = createCounter(10);
  store(await reserve(2), 2);
  const unlimited = createCounterOf(stores, null);
  await unlimited.usage.reserve(account, { submissionId: "unlimited", units: 6 });
  store({ submissionId: "unlimited" } as Reservation, 6);
  t.is(await used(), 8);
  await t.throwsAsync(reserve(3), { instanceOf: RunLimitReachedError });
});

test("a reservation of runs that is released several times gives the runs back to the account once", async (t) => {
  const { usage, reserve, used } = createCounter(10);
  const released = await reserve(4);
  await usage.release(released);
  await usage.release(released);
  t.is(await used(), 0);
});

test("the runs of a stored submission count once, whether the reservation of the submission still exists or not", async (t) => {
  const { reserve, store, reconcile, used, usedLater, fields } = createCounter(10);
  store(await reserve(4), 4);
  t.is(await used(), 4);
  t.true(Object.keys(await fields()).some((field) => field.startsWith("r:")));
  await reconcile();
  t.is(await used(), 4);
  t.false(Object.keys(await fields()).some((field) => field.startsWith("r:")));
  store(await reserve(3), 3);
  t.is(await usedLater(), 7);
});

test("a counter of used runs that Redis has lost is computed again from the ledger, so that no account gets free runs", async (t) => {
  const { reserve, store, loseRedis, used } = createCounter(10);
  store(await reserve(7), 7);
  await loseRedis();
  t.is(await used(), 7);
  await loseRedis();
  await t.throwsAsync(reserve(4), { instanceOf: RunLimitReachedError });
});

test("a submission that was in flight when Redis lost the counter is counted by the next round of the sweep", async (t) => {
  // Use separate stores, because two rounds of the sweep at the same time would remove all counters.
  const { usage, reserve, store, loseRedis, used } = createCounterOf(await testStores(t), 10);
  const inFlight = await reserve(3);
  await loseRedis();
  t.is(await used(), 0);
  store(inFlight, 3);
  await usage.sweep.run();
  t.is(await used(), 3);
});

test("a counter of used runs that is corrected during reservations never lets the account exceed its limit, and is right in the end", async (t) => {
  const { usage, reserve, store, used, reconcile, charged } = createCounter(20);
  const work = Array.from({ length: 60 }, async (_unused, index) => {
    if (index % 3 === 0) await reconcile();
    const reservation = await reserve(1);
    if (index % 5 === 0) await usage.release(reservation);
    else store(reservation, 1);
  });
  await Promise.allSettled(work);
  t.true(charged() <= 20);
  t.is(await used(), charged());
});

test("a repeated request shares the reservation of the first request, which then covers the larger of the two numbers of runs", async (t) => {
  const { reserve, used } = createCounter(10);
  await reserve(6, "twice");
  t.is((await reserve(7, "twice")).usage.used, 7);
  t.is((await reserve(2, "twice")).usage.used, 7);
  t.is(await used(), 7);
});

test("an old reservation of runs without a stored submission no longer counts, and later requests get its runs", async (t) => {
  const { reserve, store, used, usedLater, reserveLater } = createCounter(10);
  store(await reserve(3), 3);
  await reserve(7);
  t.is(await used(), 10);
  t.is((await reserveLater(7)).usage.used, 10);
  t.is(await usedLater(), 3);
});

test("correcting a usage counter by the ledger does not overwrite changes that are made while the service sums up the ledger", async (t) => {
  const stored = createCounter(10);
  const inFlight = await stored.reserve(4);
  stored.duringNextSum(async () => stored.store(inFlight, 4));
  await stored.reconcile();
  t.is(await stored.used(), 4);

  const reserved = createCounter(10);
  reserved.store(await reserved.reserve(1), 1);
  reserved.duringNextSum(() => reserved.reserve(5));
  await reserved.reconcile();
  t.is(await reserved.used(), 6);

  const refunded = createCounter(10);
  refunded.store(await refunded.reserve(2, "two runs"), 2);
  await refunded.reconcile();
  refunded.duringNextSum(() => refunded.refund("two runs"));
  await refunded.reconcile();
  t.is(await refunded.used(), 1);
});

test("a usage counter expires a week after its month, whether a request or a recount created the counter", async (t) => {
  const { reserve, store, loseRedis, used, remainingMs } = createCounter(10);
  const weekAfter = Date.parse("2026-12-08T00:00:00Z") - Date.parse("2026-11-20T12:00:00Z");
  store(await reserve(1), 1);
  const isAsLong = (ms: number) => ms <= weekAfter && ms > weekAfter - 600_000;
  t.true(isAsLong(await remainingMs()));
  await loseRedis();
  t.is(await used(), 1);
  t.true(isAsLong(await remainingMs()));
});

test("a usage counter with 20 000 submissions in flight can be read and corrected", async (t) => {
  const { reserve, addReservations, used, reconcile } = createCounter(100_000);
  await reserve(1);
  await addReservations(20_000);
  await reconcile();
  t.is(await used(), 20_001);
});

type Step = {
  do: "reserve" | "store" | "release" | "refund" | "lose" | "reconcile" | "round";
  units: number;
};

test("after any sequence of events, losses of Redis included, an account's count of used runs equals that of a simple model", async (t) => {
  const step = fc.record<Step>({
    do: fc.constantFrom("reserve", "store", "release", "refund", "lose", "reconcile", "round"),
    units: fc.integer({ min: 1, max: 4 }),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const limit = 10;
    const { usage, ledger, reserve, store, refund, loseRedis, used, reconcile, charged } =
      createCounter(limit);
    /**
     * The reservations of runs that are neither stored nor released. `isKnown` becomes false when Redis loses the
     * reservation.
     */
    const open: { reservation: Reservation; units: number; isKnown: boolean }[] = [];
    /**
     * The number of runs that were stored after Redis had lost their reservation. The counter lacks these runs until
     * its next correction.
     */
    let uncounted = 0;
    const knownUnits = () => open.reduce((sum, one) => sum + (one.isKnown ? one.units : 0), 0);
    for (const { do: action, units } of steps) {
      if (action === "reserve") {
        const isExpected = charged() - uncounted + knownUnits() + units <= limit;
        const reservation = await reserve(units).catch(() => null);
        if ((reservation !== null) !== isExpected) return false;
        if (reservation) open.push({ reservation, units, isKnown: true });
      }
      const first = action === "store" || action === "release" ? open.shift() : undefined;
      if (first && action === "store") {
        // If Redis has no counter for the account, the next request computes the counter from the ledger, which then
        // contains the submission that is stored now.
        const isMade = (await stores.redis.exists(keyOf(first.reservation))) === 1;
        store(first.reservation, first.units);
        if (!first.isKnown && isMade) uncounted += first.units;
      }
      if (first && action === "release") await usage.release(first.reservation);
      if (action === "lose") {
        await loseRedis();
        for (const one of open) one.isKnown = false;
        uncounted = 0;
      }
      const paid = [...ledger.keys()].find((id) => (ledger.get(id) ?? 0) > 0);
      if (action === "refund" && paid !== undefined) {
        await refund(paid);
        uncounted = 0;
      }
      if (action === "reconcile") await reconcile();
      if (action === "round") await usage.sweep.run();
      if (action === "reconcile" || action === "round") uncounted = 0;
    }
    return (await used()) === charged() - uncounted + knownUnits();
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
});

const keyOf = ({ accountId, period }: Reservation) => `${stores.keyPrefix}:usage:{${accountId}}:${period}`;
