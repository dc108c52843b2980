import test from "ava";
import { temporaryFolder } from "../helpers/processes.ts";
import { openTestStores } from "../helpers/stores.ts";
import { startStores } from "../../embedded/index.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { fileForm, scoreForm } from "./results.ts";
import { createSystem, isLong, signIn } from "./system.ts";

const PENDING = isLong ? 1000 : 100;
const FILES_A_SUBMISSION = 5;

test("all pending runs complete after Redis lost all its data, and the run counters are right", async (t) => {
  t.timeout(isLong ? 1_800_000 : 900_000);
  // This test starts its own Redis, because the test removes all keys in its Redis.
  const { REDIS_URL: _1, ...given } = process.env;
  const own = await startStores({ dataDir: temporaryFolder(t), given, log: () => undefined });
  t.teardown(() => own.stop());
  const stores = await openTestStores(own.env);
  t.teardown(stores.close);
  const system = createSystem(t, stores.env);
  const web = await system.startWeb();
  const client = await signIn(web.url, "many pending");
  const build_id = await client.makeBuild();
  const form = fileForm(build_id);
  const files = Array.from({ length: FILES_A_SUBMISSION }, () => form.files?.[0]).filter(
    (file) => file !== undefined,
  );
  for (let sent = 0; sent < PENDING; sent += FILES_A_SUBMISSION) {
    const added = await client.add({ ...form, files });
    t.is(added.status, 200, added.text);
  }
  await stores.redis.flushall();
  t.is(await stores.redis.dbsize(), 0);
  t.is((await client.get("/me")).body.usage.used, PENDING);
  await system.startWorker();
  t.deepEqual(await lastingFaults(stores.db, isLong ? 1_500_000 : 300_000), []);
  const complete = { build_id, status: "complete" };
  t.is(await stores.db.collection("runs").countDocuments(complete), PENDING);

  // Empty Redis once more, now while a worker runs and no job is queued.
  await stores.redis.flushall();
  const later = await client.add(form);
  t.is((await client.waitForRun(later.body.runs[0].run_id)).body.status, "complete");
  t.is((await client.add(scoreForm(build_id))).status, 200);
  t.deepEqual(await lastingFaults(stores.db), []);
  const used = PENDING + 2;
  t.deepEqual(await usageOf(stores, client), { ledger: used, counter: used, rebuilt: used });
});
