import test from "ava";
import * as fc from "fast-check";
import { RunLimitReachedError } from "../../../src/accounts/errors.ts";
import type { Reservation } from "../../../src/accounts/usage/usage.ts";
import { testStores } from "../../helpers/stores.ts";
import { createCounterOf } from "./counter-of-account.ts";

const stores = await testStores(test);
const LIMIT = 10;
const tickKey = `${stores.keyPrefix}:usage:tick`;

test.serial(
  "the next round of the usage sweep detects that Redis came back with an older copy, because Redis lacks the value that the last round wrote",
  async (t) => {
    const { usage, reserve, store, copy, putBack, used } = createCounterOf(stores, LIMIT);
    await usage.sweep.run();
    store(await reserve(2), 2);
    const [older, olderTick] = [await copy(), (await stores.redis.get(tickKey)) ?? ""];
    store(await reserve(7), 7);
    await usage.sweep.run();
    t.not(await stores.redis.get(tickKey), olderTick);
    await putBack(older);
    await stores.redis.set(tickKey, olderTick);
    t.is(await used(), 2, "the count is wrong until the next round");
    await usage.sweep.run();
    t.falsy(await copy());
    t.is(await used(), 9);
    t.is((await reserve(1)).usage.used, LIMIT);
  },
);

test.serial("the next round of the usage sweep detects that Redis has lost everything", async (t) => {
  const { usage, reserve, store, used, loseRedis } = createCounterOf(stores, LIMIT);
  await usage.sweep.run();
  const inFlight = await reserve(4);
  await loseRedis();
  await stores.redis.unlink(tickKey);
  t.is(await used(), 0);
  store(inFlight, 4);
  await usage.sweep.run();
  t.is(await used(), 4);
});

test.serial(
  "if Redis comes back with an older copy during a round of the usage sweep, the next round corrects the counters a second time",
  async (t) => {
    const { usage, reserve, store, copy, putBack, used, duringNextSum } = createCounterOf(stores, LIMIT);
    await usage.sweep.run();
    store(await reserve(1), 1);
    const [older, olderTick] = [await copy(), (await stores.redis.get(tickKey)) ?? ""];
    await usage.sweep.run();
    store(await reserve(5), 5);
    duringNextSum(async () => {
      await putBack(older);
      await stores.redis.set(tickKey, olderTick);
    });
    await usage.sweep.run();
    t.is(await stores.redis.get(tickKey), olderTick);
    await putBack(older);
    await usage.sweep.run();
    t.is(await used(), 6);
  },
);

test.serial("the usage sweep corrects a counter that an older copy of Redis has replaced", async (t) => {
  const { usage, reserve, store, copy, putBack, used } = createCounterOf(stores, LIMIT);
  store(await reserve(2), 2);
  const older = await copy();
  store(await reserve(7), 7);
  await putBack(older);
  t.is(await usage.sweep.run(), 1);
  t.is(await used(), 9);
  await t.throwsAsync(reserve(2), { instanceOf: RunLimitReachedError });
});

test.serial(
  "the usage sweep does not write a sum of the ledger into a counter that an older copy of Redis replaced after the sum was read",
  async (t) => {
    const { reserve, store, reconcile, copy, putBack, duringNextSum, used } = createCounterOf(stores, LIMIT);
    store(await reserve(1), 1);
    const older = await copy();
    await reserve(1);
    duringNextSum(async () => {
      await putBack(older);
      await reserve(6);
    });
    await reconcile();
    t.is(await used(), 7, "units in flight still count");
  },
);

test.serial(
  "a round of the sweep corrects wrong counters of usage and reports their number, which excludes lost counters",
  async (t) => {
    const { usage, reserve, store, setField, used, loseRedis, copy } = createCounterOf(stores, LIMIT);
    store(await reserve(3), 3);
    await reserve(2);
    t.is(await usage.sweep.run(), 0);
    for (const wrong of ["1", "9"]) {
      await setField("total", wrong);
      t.is(await usage.sweep.run(), 1);
      t.is(await used(), 5);
    }
    await loseRedis();
    t.is(await usage.sweep.run(), 0);
    t.falsy(await copy(), "the next request that needs the counter makes it");
  },
);

type Step = {
  do: "reserve" | "store" | "release" | "refund" | "copy" | "put back" | "lose" | "round";
  number: number;
};

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom(
      "reserve",
      "reserve",
      "store",
      "store",
      "release",
      "refund",
      "copy",
      "put back",
      "lose",
      "round",
    ),
    number: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 40 },
);

test("an account's limit of runs is exact until an older copy of Redis replaces the account's counter, and the next round of the sweep corrects the count", async (t) => {
  const property = fc.asyncProperty(steps, async (sequence) => {
    const counter = createCounterOf(stores, LIMIT);
    const { usage, ledger, reserve, store, refund, charged } = counter;
    const open: { reservation: Reservation; units: number }[] = [];
    const copies: (Buffer | null)[] = [await counter.copy()];
    // An account's limit of runs is exact until Redis loses the counter or loads an older copy of it. Afterwards an
    // account may exceed its limit until the sweep has completed a whole round.
    let isExact = true;
    for (const { do: action, number } of sequence) {
      if (action === "reserve") {
        const reservation = await reserve(number).catch(() => null);
        if (reservation) open.push({ reservation, units: number });
      }
      const one = action === "store" || action === "release" ? open.shift() : undefined;
      if (one && action === "store") store(one.reservation, one.units);
      if (one && action === "release") await usage.release(one.reservation);
      const paid = [...ledger.keys()].find((id) => (ledger.get(id) ?? 0) > 0);
      if (action === "refund" && paid !== undefined) await refund(paid);
      if (action === "copy") copies.push(await counter.copy());
      if (action === "put back") await counter.putBack(copies[(number * 7) % copies.length] ?? null);
      if (action === "lose") await counter.loseRedis();
      if (action === "put back" || action === "lose") isExact = false;
      if (isExact && charged() > LIMIT) return false;
      if (action === "round") {
        await usage.sweep.run();
        if ((await counter.used()) < charged()) return false;
      }
    }
    for (const { reservation, units } of open) store(reservation, units);
    await usage.sweep.run();
    // An older copy of a run counter may contain reservations without a stored submission. They count until they
    // expire.
    return (await counter.used()) >= charged() && (await counter.usedLater()) === charged();
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 150 }));
});

test("under load no account exceeds its limit of runs, and its count equals the ledger once old reservations expire", async (t) => {
  const limit = 60;
  const counter = createCounterOf(stores, limit);
  const { usage, ledger, reserve, store, refund, reconcile, charged } = counter;
  let refused = 0;
  let ended = 0;
  const submit = async (number: number) => {
    try {
      const reservation = await reserve(1);
      // Send commands to Redis, so that other submissions run between the moment a submission reserves its runs and the
      // moment it is stored or gives them back.
      for (let turn = 0; turn < number % 3; turn += 1) await stores.redis.ping();
      if (number % 7 === 0) await usage.release(reservation);
      else store(reservation, 1);
      if (number % 5 === 0 && ledger.has(reservation.submissionId)) await refund(reservation.submissionId);
    } catch (error) {
      if (!(error instanceof RunLimitReachedError)) throw error;
      refused += 1;
    }
    ended += 1;
    if (ended % 30 === 0) await reconcile();
    t.true(charged() <= limit, `${charged()} units were charged`);
  };
  const clients = Array.from({ length: 6 }, async (_, client) => {
    for (let number = client; number < 300; number += 6) await submit(number);
  });
  await Promise.all(clients);
  t.true(refused > 0, "the limit was reached");
  t.is(await counter.usedLater(), charged());
});
