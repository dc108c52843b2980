import test from "ava";
import { openTestStores } from "../helpers/stores.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { startOwnStores } from "./own-stores.ts";
import { fileForm, makeLongCapture } from "./results.ts";
import { createSystem, eventually, signIn } from "./system.ts";

const UPLOADS = 8;
test("uploads whose bytes MongoDB no longer accepts are refused, and leave nothing in the stores", async (t) => {
  t.timeout(900_000);
  const own = await startOwnStores(t);
  const stores = await openTestStores(own.env);
  t.teardown(stores.close);
  const settings = {
    STORE_TIMEOUT_MS: "4000",
    // The age from which a sweep removes an upload is longer than an upload takes here, including the pause of MongoDB.
    // With a shorter age, MongoDB might read a chunk from a connection and write the chunk after a sweep has removed
    // the upload.
    UPLOAD_AGE_MS: "20000",
  };
  // The service reads each refused upload to its end, however long that takes, so that the client sees the response.
  const constants = {
    FILE_STALL_TIMEOUT_MS: 600_000,
    STORE_SILENCE_TIMEOUT_MS: 60_000,
    DRAIN_TIMEOUT_MS: 60_000,
  };
  const system = createSystem(t, { ...stores.env, ...settings }, constants);
  const [web] = await Promise.all([system.startWeb(), system.startWorker()]);
  const client = await signIn(web.url, "stalls");
  const build_id = await client.makeBuild();
  const form = fileForm(build_id, makeLongCapture(120_000));
  const begun = async () => (await stores.db.collection("files.chunks").distinct("files_id")).length;

  const uploads = Promise.all(Array.from({ length: UPLOADS }, () => client.add(form)));
  t.is(await eventually(begun, (count) => count === UPLOADS), UPLOADS);
  own.stores.mongodb.pause();
  for (const { status, headers, text } of await uploads) {
    t.is(status, 503, text);
    t.truthy(headers.get("retry-after"));
  }
  own.stores.mongodb.resume();
  // MongoDB first works off what it received before the pause, which may take longer than the time limit of a command.
  const again = await eventually(
    () => client.add(form),
    ({ status }) => status === 200,
  );
  t.is(again.status, 200, again.text);
  t.is((await client.waitForRun(again.body.runs[0].run_id)).body.status, "complete");
  t.deepEqual(await lastingFaults(stores.db), []);
  t.deepEqual(await usageOf(stores, client), { ledger: 1, counter: 1, rebuilt: 1 });
});
