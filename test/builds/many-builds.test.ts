import test from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import type { Build } from "../../src/builds/model/build.ts";
import { scannedObjects } from "../helpers/scanned-objects.ts";
import type { Client } from "../helpers/client.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { patience } from "../helpers/patience.ts";
import { startTestService } from "../helpers/service.ts";

const AT_A_TIME = 1000;
/** The position of the last entry in a list that a page of the list may contain. */
const MAX_LISTED = 10_000;

const totalOf = async (client: Client) => (await client.get("/builds?limit=1")).body.total as number;

test("an account with the maximum number of builds cannot create another build until it deletes one", async (t) => {
  const service = await startTestService(t, { hasWorkers: false, constants: { MAX_BUILDS: 2 } });
  const client = await service.signIn("builder");
  const first = await client.makeBuild();
  const key = { "Idempotency-Key": "second" };
  const second = await client.post("/builds", { name: "second" }, key);
  t.is(second.status, 201);
  const third = await client.post("/builds", { name: "third" });
  t.is(third.status, 422, third.text);
  t.regex(third.body.errors[0].detail, /^You have 2 builds, the maximum of an account\. Delete a build/);
  t.is(await totalOf(client), 2, "the refused build is not stored");
  t.is(
    (await client.post("/builds", { name: "second" }, key)).text,
    second.text,
    "a repeated request gets the same response",
  );
  t.is((await (await service.signIn("another")).post("/builds", { name: "first" })).status, 201);

  t.is((await client.send("DELETE", `/builds/${first}`)).status, 204);
  t.is((await client.post("/builds", { name: "third" })).status, 201);
  t.is(await totalOf(client), 2);
});

test("a list of builds counts up to the last permitted entry, and examines no deleted builds", async (t) => {
  t.timeout(600_000);
  // This test has a MongoDB emulator of its own, because an emulator counts the documents that the queries of all
  // clients examine.
  const mongodb = await startServer({ port: 0, dir: temporaryFolder(t), expiryIntervalMs: 3_600_000 });
  t.teardown(() => mongodb.close());
  const service = await startTestService(t, {
    hasWorkers: false,
    // The settings `patience` have long time limits, because a single call of this test stores or marks thousands of
    // builds, which takes a busy machine longer than any call of the service.
    env: { MONGODB_URL: mongodb.url, ...patience },
  });
  const { buildsRepository, stores } = service.services;
  const store = stores.mongo.db.collection<Build>("builds");
  const client = await service.signIn("many builds");
  const examinedByList = async () => {
    const before = await scannedObjects(stores.mongo.db);
    t.is((await client.get("/builds?limit=1")).status, 200);
    return (await scannedObjects(stores.mongo.db)) - before;
  };
  const build = await store.findOne({ _id: await client.makeBuild() });
  if (!build) throw new Error("the build has to be there");
  const withOne = await examinedByList();
  for (let stored = 0; stored < MAX_LISTED; stored += AT_A_TIME)
    await store.insertMany(
      Array.from({ length: AT_A_TIME }, (_, index) => ({ ...build, _id: 1_000_000 + stored + index })),
    );
  t.is(await totalOf(client), MAX_LISTED);
  t.is((await client.post("/builds", { name: "one more" })).status, 422);
  const others = await store.find({ owner_id: build.owner_id, _id: { $ne: build._id } }).toArray();
  await buildsRepository.markDeleted(
    others.map(({ _id }) => _id),
    new Date(),
  );
  t.is(await totalOf(client), 1);
  t.is(await examinedByList(), withOne);
  t.is((await client.post("/builds", { name: "one more" })).status, 201);
});
