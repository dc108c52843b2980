import { randomUUID } from "node:crypto";
import test from "ava";
import type { Db } from "mongodb";
import { InvalidInputError } from "../../src/errors.ts";
import {
  answerOnce,
  createIdempotency,
  IDEMPOTENCY_MS,
  requireSameRequest,
} from "../../src/idempotency/idempotency.ts";
import { testStores } from "../helpers/stores.ts";

const stores = await testStores(test);

/**
 * Returns a new idempotency key, the service's idempotency object with a clock that the test sets, and functions that
 * set this clock and read what is stored.
 */
function openKey(db: Db = stores.db) {
  const key: string = randomUUID();
  let now = new Date("2030-03-10T22:00:00Z");
  const keys = stores.db.collection<{ _id: string; resource_id: string; expires_at: Date }>(
    "idempotency_keys",
  );
  return {
    key,
    idempotency: createIdempotency({ db, clock: () => now }),
    pass: (ms: number) => void (now = new Date(now.getTime() + ms)),
    in24Hours: () => new Date(now.getTime() + IDEMPOTENCY_MS),
    stored: () => keys.findOne({ _id: key }),
  };
}

test("one of several parallel requests with an idempotency key counts as the first, and all requests get the same id of the resource", async (t) => {
  const { key, idempotency, stored, in24Hours } = openKey();
  const claims = await Promise.all(Array.from({ length: 20 }, () => idempotency.claim(key, randomUUID())));
  t.is(claims.filter(({ isFirst }) => isFirst).length, 1);
  const ids = new Set(claims.map(({ resourceId }) => resourceId));
  t.is(ids.size, 1);
  t.deepEqual(await stored(), { _id: key, resource_id: [...ids][0] ?? "", expires_at: in24Hours() });
});

test("a request without an idempotency key stores nothing", async (t) => {
  const { idempotency } = openKey({ collection: () => undefined } as unknown as Db);
  t.deepEqual(await idempotency.claim(null, "new"), { key: null, resourceId: "new", isFirst: true });
});

test("a repeated request renews the whole lifetime of its idempotency key, but the first request does not", async (t) => {
  const { key, idempotency, stored, pass, in24Hours } = openKey();
  const first = await idempotency.claim(key, "one");
  const end = in24Hours();
  pass(3_600_000);
  await idempotency.renew(first);
  t.deepEqual((await stored())?.expires_at, end);
  await idempotency.renew(await idempotency.claim(key, "two"));
  t.deepEqual(await stored(), { _id: key, resource_id: "one", expires_at: in24Hours() });
});

test("when resources are removed, the idempotency keys of the requests that created them are removed", async (t) => {
  const { key, idempotency, stored } = openKey();
  const id = randomUUID();
  await idempotency.claim(key, id);
  await idempotency.forget([id]);
  t.is(await stored(), null);
});

test("a request whose idempotency key could not be stored gets an error, and does not count as repeated", async (t) => {
  const keys = { insertOne: async () => Promise.reject(new Error("disk full")) };
  const { key, idempotency } = openKey({ collection: () => keys } as unknown as Db);
  await t.throwsAsync(idempotency.claim(key, "new"), { message: "disk full" });
});

test("a repeated request that is refused gets the response that another request with its key has stored, and an error of another kind is thrown", async (t) => {
  const kept = { json: "{}", location: null };
  const claim = { key: "k", resourceId: "one", isFirst: false };
  const refuse = async () => Promise.reject(new InvalidInputError([]));
  t.is(await answerOnce(claim, async () => kept, refuse), kept);
  await t.throwsAsync(
    answerOnce(claim, async () => null, refuse),
    { instanceOf: InvalidInputError },
  );
  const withoutKey = { ...claim, key: null };
  await t.throwsAsync(
    answerOnce(withoutKey, async () => kept, refuse),
    { instanceOf: InvalidInputError },
  );
  const broken = async () => Promise.reject(new Error("the connection broke"));
  await t.throwsAsync(
    answerOnce(claim, async () => kept, broken),
    { message: "the connection broke" },
  );
});

test("a different request with a used idempotency key is refused, and the fault names the header", (t) => {
  t.notThrows(() => requireSameRequest({ stored: "a", sent: "a" }));
  const error = t.throws(() => requireSameRequest({ stored: "a", sent: "b" }), {
    instanceOf: InvalidInputError,
  });
  t.is(error?.faults[0]?.pointer, "/Idempotency-Key");
});
