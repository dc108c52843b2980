import { randomUUID } from "node:crypto";
import test from "ava";
import type { Db } from "mongodb";
import { InvalidInputError } from "../../src/errors.ts";
import { createIdempotency } from "../../src/idempotency/idempotency.ts";
import { eventually } from "../faults/system.ts";
import { testStores } from "../helpers/stores.ts";

const stores = await testStores(test);

const LEASE_MS = 60_000;

/** Requests with a key of their own, in a process whose clock a test sets. They never find an answer of an earlier one. */
function openKey(db: Db = stores.db) {
  const key = randomUUID();
  let now = new Date("2030-03-10T22:00:00Z");
  const config = { IDEMPOTENCY_LEASE_MS: LEASE_MS, IDEMPOTENCY_HOURS: 24 };
  const idempotency = createIdempotency({ db, clock: () => now, config });
  const claims = stores.db.collection<{ _id: string; lease_until: Date; expires_at: Date }>(
    "idempotency_keys",
  );
  return {
    pass: (ms: number) => void (now = new Date(now.getTime() + ms)),
    now: () => now,
    claim: () => claims.findOne({ _id: key }),
    request: (act: (resourceId: string) => Promise<string>) =>
      idempotency.once({
        key,
        fingerprint: "the same",
        newResourceId: randomUUID,
        findAnswer: async () => null,
        act: async (id) => ({ json: await act(id), location: null }),
      }),
  };
}

/** The work of a request, which begins and then waits until the test ends it. */
function openWork() {
  const ends: { resolve: (json: string) => void; reject: (error: Error) => void }[] = [];
  const ids: string[] = [];
  const act = (id: string) =>
    new Promise<string>((resolve, reject) => {
      ids.push(id);
      ends.push({ resolve, reject });
    });
  const hasBegun = (count: number) =>
    eventually(
      async () => ids.length,
      (begun) => begun === count,
    );
  return { act, ids, ends, hasBegun };
}

const inFlight = { code: "request_in_flight" };
const atOnce = async () => "done";

test("a request with an unknown outcome leaves its id to the next one with its key; of parallel ones, one acts", async (t) => {
  const { request, claim, now } = openKey();
  const ids: string[] = [];
  const broken = async (id: string) => {
    ids.push(id);
    throw new Error("the connection broke");
  };
  await t.throwsAsync(request(broken), { message: "the connection broke" });
  const left = await eventually(claim, (found) => found?.lease_until.getTime() === now().getTime());
  t.deepEqual(left?.lease_until, now(), "its lease ends at once");
  t.deepEqual(left?.expires_at, new Date(now().getTime() + 24 * 3_600_000));
  const work = openWork();
  const tries = Array.from({ length: 20 }, () => request(work.act));
  const refused = Promise.all(
    tries.map((one) =>
      one.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );
  await work.hasBegun(1);
  // The others are refused while the one is at work.
  await Promise.race(tries).catch(() => undefined);
  const late = await t.throwsAsync(request(atOnce));
  t.like(late, inFlight);
  t.deepEqual(work.ids, ids);
  work.ends.forEach(({ resolve }) => resolve("done"));
  const errors = (await refused).filter((error) => error !== null);
  t.is(errors.length, 19);
  for (const error of errors) t.like(error, inFlight);
});

test("a lease is taken over at its end, and who lost it frees neither the key nor the new lease", async (t) => {
  for (const lost of [new InvalidInputError([]), new Error("the connection broke")]) {
    const { request, claim, pass } = openKey();
    const work = openWork();
    const first = request(work.act);
    await work.hasBegun(1);
    pass(LEASE_MS - 1);
    t.like(await t.throwsAsync(request(atOnce)), inFlight);
    pass(1);
    const second = request(work.act);
    await work.hasBegun(2);
    t.is(work.ids[1], work.ids[0], "both act under one id");
    const held = await claim();
    work.ends[0]?.reject(lost);
    await t.throwsAsync(first, { is: lost });
    t.like(await t.throwsAsync(request(atOnce)), inFlight);
    t.deepEqual(await claim(), held);
    work.ends[1]?.resolve("done");
    t.is((await second).json, "done");
  }
});

test("a key that could not be stored is no request under way", async (t) => {
  const claims = { findOne: async () => null, insertOne: async () => Promise.reject(new Error("disk full")) };
  const { request } = openKey({ collection: () => claims } as unknown as Db);
  await t.throwsAsync(
    request(async () => "done"),
    { message: "disk full" },
  );
});
