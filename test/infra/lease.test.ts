import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { Db } from "mongodb";
import { acquireLease, holdLease, withLease } from "../../src/infra/lease.ts";
import { eventually } from "../faults/system.ts";
import { testStores } from "../helpers/stores.ts";

const { db } = await testStores(test);
let now = Date.parse("2026-01-01T00:00:00Z");
type LeaseOfName = { _id: string; until: Date };
const take = (name: string, owner: string) =>
  acquireLease({ db, name, owner, durationMs: 1000, clock: () => new Date(now) });

test.serial("a lease has one holder at a time, until the holder releases it", async (t) => {
  const first = await take("a", "one");
  t.truthy(first);
  t.is(await take("a", "two"), null);
  t.truthy(await take("b", "two"));
  await first?.release();
  t.truthy(await take("a", "two"));
});

test.serial("exactly one of many concurrent requests gets a lease", async (t) => {
  const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => take("many", `owner ${n}`)));
  t.is(taken.filter(Boolean).length, 1);
});

test.serial(
  "a lease that is not renewed expires, and a later renewal tells the former holder that it has lost the lease",
  async (t) => {
    const first = await take("c", "one");
    now += 600;
    t.true(await first?.renew());
    now += 999;
    t.is(await take("c", "two"), null);
    now += 1;
    const second = await take("c", "two");
    t.truthy(second);
    t.false(await first?.renew());
    // Releasing a lost lease must not end the lease of its new holder.
    await first?.release();
    t.is(await take("c", "three"), null);
  },
);

/** Waits until the lease of the given name ends 150 ms after the present time of the tests' clock. Returns that end. */
async function renewedUntil(name: string): Promise<number | undefined> {
  const end = async () =>
    (await db.collection<LeaseOfName>("leases").findOne({ _id: name }))?.until.getTime();
  return eventually(end, (moment) => moment === now + 150);
}

const short = (owner: string) => ({ db, name: "d", owner, durationMs: 150, clock: () => new Date() });

test.serial(
  "withLease keeps the lease even while the work exceeds the lease's duration, and releases it at the end",
  async (t) => {
    const options = (owner: string) => ({ ...short(owner), name: "worked", clock: () => new Date(now) });
    const isDone = await withLease(options("one"), async () => {
      for (let step = 0; step < 2; step += 1) {
        now += 100;
        t.is(await renewedUntil("worked"), now + 150);
        t.false(await withLease(options("two"), async () => t.fail()));
      }
    });
    t.true(isDone);
    t.true(await withLease(options("three"), async () => {}));
  },
);

test.serial("holdLease renews the lease until the holder releases it", async (t) => {
  const options = (owner: string) => ({ ...short(owner), name: "held", clock: () => new Date(now) });
  const begun = now;
  const release = await holdLease(options("one"));
  for (const later of [100, 200]) {
    now = begun + later;
    t.is(await renewedUntil("held"), now + 150);
    t.is(await holdLease(options("two")), null);
  }
  await release?.();
  const releaseOther = await holdLease(options("two"));
  t.truthy(releaseOther);
  await releaseOther?.();
});

test.serial("withLease releases the lease when the work fails", async (t) => {
  const failing = withLease(short("one"), async () => {
    throw new Error("no");
  });
  await t.throwsAsync(failing, { message: "no" });
  t.truthy(await acquireLease(short("two")));
});

test.serial(
  "a lease is renewed in time even if an earlier renewal gets no answer from MongoDB",
  async (t) => {
    const counts = { updates: 0 };
    const unanswered = new Promise<never>(() => undefined);
    const leases = db.collection<{ _id: string }>("leases");
    // The first call of updateOne takes the lease; the second call is the first renewal, which never gets an answer.
    const silent = {
      collection: () => ({
        updateOne: (...given: Parameters<typeof leases.updateOne>) => {
          counts.updates += 1;
          return counts.updates === 2 ? unanswered : leases.updateOne(...given);
        },
        deleteOne: (...given: Parameters<typeof leases.deleteOne>) => leases.deleteOne(...given),
      }),
    } as unknown as Db;
    const isDone = await withLease(
      { ...short("one"), name: "e", db: silent, clock: () => new Date(now) },
      async () => {
        while (counts.updates < 4) await sleep(10);
      },
    );
    t.true(isDone);
  },
);
