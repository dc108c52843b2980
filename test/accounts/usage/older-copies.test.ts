import test from "ava";
import * as fc from "fast-check";
import { RunLimitReachedError } from "../../../src/accounts/errors.ts";
import type { Reservation } from "../../../src/accounts/usage/usage.ts";
import { testStores } from "../../helpers/stores.ts";
import { createCounterOf } from "./counter-of-account.ts";

const stores = await testStores(test);
const LIMIT = 10;

test("an older copy of a counter is noticed by the next request, whether it reads or reserves", async (t) => {
  const { reserve, commit, copy, putBack, used } = createCounterOf(stores, LIMIT);
  await commit(await reserve(2), 2);
  const older = await copy();
  await commit(await reserve(7), 7);
  await putBack(older);
  t.is(await used(), 9);
  await putBack(older);
  await t.throwsAsync(reserve(2), { instanceOf: RunLimitReachedError });
  t.is((await reserve(1)).usage.used, LIMIT);
});

test("a copy from before a refund is noticed", async (t) => {
  const { reserve, commit, refund, copy, putBack, used } = createCounterOf(stores, LIMIT);
  await commit(await reserve(LIMIT, "ten runs"), LIMIT);
  const older = await copy();
  await refund("ten runs");
  await putBack(older);
  t.is(await used(), LIMIT - 1);
  await putBack(older);
  t.is((await reserve(1)).usage.used, LIMIT);
});

test("a copy from before a submission that was in flight when another copy was put back is noticed", async (t) => {
  const { reserve, commit, copy, putBack, used } = createCounterOf(stores, LIMIT);
  await commit(await reserve(1), 1);
  const first = await copy();
  const inFlight = await reserve(4);
  await putBack(first);
  await commit(await reserve(1), 1);
  const second = await copy();
  await commit(inFlight, 4);
  await putBack(second);
  t.is(await used(), 6);
});

test("a rebuild that was under way when its counter was replaced by a copy hides nothing from later requests", async (t) => {
  const { reserve, commit, rebuild, copy, putBack, duringNextSum, used } = createCounterOf(stores, LIMIT);
  await commit(await reserve(1), 1);
  const same = await copy();
  duringNextSum(async () => {
    await commit(await reserve(5), 5);
    // The copy has the very version that the rebuild has read.
    await putBack(same);
  });
  await rebuild();
  t.is(await used(), 6);
});

test("nor does it hide what was in flight while it asked for the last charge", async (t) => {
  const { reserve, commit, rebuild, copy, putBack, beforeNextLastCharge, duringNextSum, used } =
    createCounterOf(stores, LIMIT);
  await commit(await reserve(1), 1);
  const same = await copy();
  beforeNextLastCharge(async () => {
    const inFlight = await reserve(5);
    await commit(await reserve(1), 1);
    duringNextSum(async () => {
      await commit(inFlight, 5);
      await putBack(same);
    });
  });
  await rebuild();
  t.is(await used(), 7);
});

test("a copy is noticed that was made after the copy which is in use, in a time that the latter has undone", async (t) => {
  const { usage, reserve, commit, copy, putBack, used } = createCounterOf(stores, LIMIT);
  await commit(await reserve(1), 1);
  const first = await copy();
  // These get charge numbers and are never stored.
  for (let number = 0; number < 3; number += 1) await usage.release(await reserve(1));
  const undone = await copy();
  await putBack(first);
  await commit(await reserve(2), 2);
  await putBack(undone);
  t.is(await used(), 3);
});

test("a submission that was in flight during a rebuild does not make the counter look old", async (t) => {
  const { reserve, commit, rebuild, duringNextSum, used } = createCounterOf(stores, LIMIT);
  const inFlight = await reserve(2);
  await rebuild();
  await commit(inFlight, 2);
  duringNextSum(async () => t.fail("the ledger was summed up again"));
  t.is(await used(), 2);
});

test("a submission that is stored between the two questions of a reader does not make the counter look old", async (t) => {
  const { reserve, commit, beforeNextLastCharge, duringNextSum, used } = createCounterOf(stores, LIMIT);
  await commit(await reserve(1), 1);
  duringNextSum(async () => t.fail("the ledger was summed up again"));
  beforeNextLastCharge(async () => commit(await reserve(2), 2));
  t.is(await used(), 3);
});

test("a rebuild does not take a copy for the counter that it has read, although as many steps led to both", async (t) => {
  const { reserve, commit, rebuild, copy, putBack, duringNextSum, used } = createCounterOf(stores, LIMIT);
  await commit(await reserve(1), 1);
  const older = await copy();
  await reserve(1);
  duringNextSum(async () => {
    await putBack(older);
    await reserve(6);
  });
  await rebuild();
  t.is(await used(), 7, "the units in flight are not forgotten");
});

test("the sweep corrects a counter that is wrong, and says so; one that is right it leaves alone", async (t) => {
  const { usage, reserve, commit, setField, used, loseRedis, copy } = createCounterOf(stores, LIMIT);
  await commit(await reserve(3), 3);
  await reserve(2);
  for (const wrong of ["1", "9"]) {
    await setField("used", wrong);
    t.is(await usage.sweep.run(), 1);
    t.is(await used(), 5);
  }
  const before = await copy();
  t.is(await usage.sweep.run(), 0);
  t.deepEqual(await copy(), before);
  await loseRedis();
  t.is(await usage.sweep.run(), 0);
  t.falsy(await copy());
});

type Step = {
  do: "reserve" | "settle" | "release" | "refund" | "copy" | "put back" | "lose";
  number: number;
};

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom("reserve", "reserve", "settle", "release", "refund", "copy", "put back", "lose"),
    number: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 40 },
);

test("whichever older copy is put back whenever, only units in flight pass the limit, and later the count is right", async (t) => {
  const property = fc.asyncProperty(steps, async (sequence) => {
    const counter = createCounterOf(stores, LIMIT);
    const { usage, ledger, reserve, commit, refund, charged, used } = counter;
    const open: { reservation: Reservation; units: number }[] = [];
    const copies: (Buffer | null)[] = [await counter.copy()];
    let mayPass = 0;
    for (const { do: action, number } of sequence) {
      if (action === "reserve") {
        const reservation = await reserve(number).catch(() => null);
        if (reservation) open.push({ reservation, units: number });
      }
      const one = action === "settle" || action === "release" ? open.shift() : undefined;
      if (one && action === "settle") await commit(one.reservation, one.units);
      if (one && action === "release") await usage.release(one.reservation);
      const paid = [...ledger.keys()].find((id) => (ledger.get(id) ?? 0) > 0);
      if (action === "refund" && paid !== undefined) await refund(paid);
      if (action === "copy") copies.push(await counter.copy());
      if (action === "put back") await counter.putBack(copies[(number * 7) % copies.length] ?? null);
      if (action === "lose") await counter.loseRedis();
      if (action === "put back" || action === "lose")
        mayPass += open.reduce((sum, { units }) => sum + units, 0);
      if (charged() > LIMIT + mayPass) return false;
      if ((await used()) < charged()) return false;
    }
    for (const { reservation, units } of open) await commit(reservation, units);
    // An old copy may have reservations of submissions that are settled. They count until they are stale.
    return (await used()) >= charged() && (await counter.usedLater()) === charged();
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 150 }));
});

test("under load, too, only units in flight pass the limit, and later the count is right", async (t) => {
  const limit = 60;
  const counter = createCounterOf(stores, limit);
  const { usage, ledger, reserve, commit, refund, charged } = counter;
  let begun = 0;
  let ended = 0;
  let refused = 0;
  let mayPass = 0;
  const copies = [await counter.copy()];
  const putOlderBack = async () => {
    copies.push(await counter.copy());
    const endedBefore = ended;
    await counter.putBack(copies[Math.floor(copies.length / 2)] ?? null);
    mayPass += begun - endedBefore;
  };
  const submit = async (number: number) => {
    begun += 1;
    try {
      const reservation = await reserve(1);
      // Others come in between the reservation and the commit.
      for (let turn = 0; turn < number % 3; turn += 1) await stores.redis.ping();
      if (number % 7 === 0) await usage.release(reservation);
      else await commit(reservation, 1);
      if (number % 5 === 0 && ledger.has(reservation.submissionId)) await refund(reservation.submissionId);
    } catch (error) {
      if (!(error instanceof RunLimitReachedError)) throw error;
      refused += 1;
    } finally {
      ended += 1;
    }
    if (ended % 30 === 0) await putOlderBack();
  };
  const clients = Array.from({ length: 6 }, async (_, client) => {
    for (let number = client; number < 300; number += 6) await submit(number);
  });
  await Promise.all(clients);
  t.true(refused > 0, "the limit was reached");
  t.true(charged() <= limit + mayPass, `${charged()} units were charged`);
  t.is(await counter.usedLater(), charged());
});
