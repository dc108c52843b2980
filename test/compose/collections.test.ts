import test from "ava";
import { setUpCollections } from "../../src/compose/collections.ts";
import { testStores } from "../helpers/stores.ts";

const stores = await testStores(test);
test.before(() => setUpCollections(stores.db));

for (const name of [
  "access_tokens",
  "audit_events",
  "failed_runs",
  "idempotency_keys",
  "login_starts",
  "sessions",
  "suspensions_of_deleted_accounts",
  "used_id_tokens",
  "used_units_of_deleted_accounts",
])
  test(`MongoDB removes a document of ${name} once its expires_at has come`, async (t) => {
    const indexes = await stores.db.collection(name).indexes();
    const byEnd = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    t.deepEqual(
      byEnd.map(({ key, expireAfterSeconds }) => ({ key, expireAfterSeconds })),
      [{ key: { expires_at: 1 }, expireAfterSeconds: 0 }],
    );
  });

test("MongoDB removes a lease that no process has held for a day", async (t) => {
  const indexes = await stores.db.collection("leases").indexes();
  t.like(
    indexes.find(({ key }) => key["until"] === 1),
    { expireAfterSeconds: 86_400 },
  );
});
