import test from "ava";
import * as fc from "fast-check";
import { RunLimitReachedError } from "../../../src/accounts/errors.ts";
import type { Reservation } from "../../../src/accounts/usage/usage.ts";
import { testStores } from "../../helpers/stores.ts";
import { createCounterOf } from "./counter-of-account.ts";

const stores = await testStores(test);
const createCounter = (limit: number | null) => createCounterOf(stores, limit);

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
  const { usage, reserve, commit, used, rebuild, charged } = createCounter(20);
  const work = Array.from({ length: 60 }, async (_unused, index) => {
    if (index % 3 === 0) await rebuild();
    const reservation = await reserve(1);
    if (index % 5 === 0) await usage.release(reservation);
    else await commit(reservation, 1);
  });
  await Promise.allSettled(work);
  t.true(charged() <= 20);
  t.is(await used(), charged());
});

test("a second reservation of a submission takes the place of its first one", async (t) => {
  const { reserve, used } = createCounter(10);
  await reserve(6, "twice");
  t.is((await reserve(7, "twice")).usage.used, 7);
  t.is(await used(), 7);
});

test("a reservation that is stale is neither counted nor in the way of others: the ledger decides", async (t) => {
  const { reserve, ledger, used, usedLater, reserveLater } = createCounter(10);
  const stored = await reserve(3);
  await reserve(7);
  ledger.set(stored.submissionId, 3);
  t.is(await used(), 10);
  t.is((await reserveLater(7)).usage.used, 10);
  t.is(await usedLater(), 3);
});

test("what changes while a counter is rebuilt is not overwritten", async (t) => {
  const settled = createCounter(10);
  const inFlight = await settled.reserve(4);
  settled.duringNextSum(() => settled.commit(inFlight, 4));
  await settled.rebuild();
  t.is(await settled.used(), 4);

  const reserved = createCounter(10);
  await reserved.commit(await reserved.reserve(1), 1);
  reserved.duringNextSum(async () => void (await reserved.reserve(5)));
  await reserved.rebuild();
  t.is(await reserved.used(), 6);

  const refunded = createCounter(10);
  await refunded.commit(await refunded.reserve(2, "two runs"), 2);
  refunded.duringNextSum(() => refunded.refund("two runs"));
  await refunded.rebuild();
  t.is(await refunded.used(), 1);
});

test("a counter is kept until a week after its month, however it came to be", async (t) => {
  const { reserve, commit, loseRedis, used, remainingMs } = createCounter(10);
  const weekAfter = Date.parse("2026-12-08T00:00:00Z") - Date.parse("2026-11-20T12:00:00Z");
  await commit(await reserve(1), 1);
  const isAsLong = (ms: number) => ms <= weekAfter && ms > weekAfter - 600_000;
  t.true(isAsLong(await remainingMs()));
  await loseRedis();
  t.is(await used(), 1);
  t.true(isAsLong(await remainingMs()));
});

test("a counter with 20 000 submissions in flight is read and rebuilt", async (t) => {
  const { reserve, addReservations, used, rebuild } = createCounter(null);
  await reserve(1);
  await addReservations(20_000);
  await rebuild();
  t.is(await used(), 20_001);
});

type Step = { do: "reserve" | "settle" | "release" | "refund" | "lose" | "rebuild"; units: number };

test("after any sequence of reservations, settlements, releases, refunds, losses and rebuilds the count is that of a plain model", async (t) => {
  const step = fc.record<Step>({
    do: fc.constantFrom("reserve", "settle", "release", "refund", "lose", "rebuild"),
    units: fc.integer({ min: 1, max: 4 }),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const limit = 10;
    const { usage, ledger, reserve, commit, refund, loseRedis, used, rebuild, charged } =
      createCounter(limit);
    /** The reservations in flight. `isKnown` becomes false when Redis loses a reservation. */
    const open: { reservation: Reservation; units: number; isKnown: boolean }[] = [];
    const knownUnits = () => open.reduce((sum, one) => sum + (one.isKnown ? one.units : 0), 0);
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
      const paid = [...ledger.keys()].find((id) => (ledger.get(id) ?? 0) > 0);
      if (action === "refund" && paid !== undefined) await refund(paid);
      if (action === "rebuild") await rebuild();
    }
    return (await used()) === charged() + knownUnits();
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
});
