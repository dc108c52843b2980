import test from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import type { Build } from "../../src/builds/model/build.ts";
import { scannedObjects } from "../helpers/scanned-objects.ts";
import type { Answer } from "../helpers/client.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { patience } from "../helpers/patience.ts";
import { startTestService } from "../helpers/service.ts";

const AT_A_TIME = 1000;
const MANY = 10_000;

test("what requests about an account's builds examine grows neither with their number nor with that of deleted ones", async (t) => {
  t.timeout(600_000);
  // An emulator of the test's own: it counts the documents that are examined for everybody.
  const mongodb = await startServer({ port: 0, dir: temporaryFolder(t), expiryIntervalMs: 3_600_000 });
  t.teardown(() => mongodb.close());
  const service = await startTestService(t, {
    hasWorkers: false,
    // One call here stores or marks thousands of builds, which takes a busy machine longer than any call of the service.
    env: { MONGODB_URL: mongodb.url, ...patience },
  });
  const { storedBuilds, stores } = service.services;
  const store = stores.mongo.db.collection<Build>("builds");
  const examinedBy = async (send: () => Promise<Answer>, status: number) => {
    const before = await scannedObjects(stores.mongo.db);
    t.is((await send()).status, status);
    return (await scannedObjects(stores.mongo.db)) - before;
  };
  const sumUp = async () => {
    while ((await storedBuilds.sumUpAll(60_000)) > 0);
  };
  let nextId = 1_000_000;
  const measure = async (count: number) => {
    const client = await service.signIn(`${count} builds`);
    const build = await store.findOne({ _id: await client.makeBuild() });
    if (!build) throw new Error("the build has to be there");
    for (let stored = 1; stored < count; stored += AT_A_TIME)
      await store.insertMany(
        Array.from({ length: Math.min(AT_A_TIME, count - stored) }, () => {
          nextId += 1;
          return { ...build, _id: nextId };
        }),
      );
    await sumUp();
    const total = async () => (await client.get("/builds?limit=1")).body.total as number;
    t.is(await total(), count);
    const list = await examinedBy(() => client.get("/builds?limit=1"), 200);
    const creation = await examinedBy(() => client.post("/builds", { name: "one more" }), 201);
    t.is(await total(), count + 1);
    const deletion = await examinedBy(() => client.send("DELETE", `/builds/${build._id}`), 204);
    t.is(await total(), count);
    await sumUp();
    t.is(await total(), count);
    const tooFar = await examinedBy(() => client.get("/builds?page=10001&limit=1"), 422);
    const ids = (await store.find({ owner_id: build.owner_id }).project({ _id: 1 }).toArray()).map(
      ({ _id }) => Number(_id),
    );
    await storedBuilds.markDeleted(ids, new Date());
    await sumUp();
    t.is(await total(), 0);
    const listOfNone = await examinedBy(() => client.get("/builds?limit=1"), 200);
    t.is((await client.post("/builds", { name: "the only one" })).status, 201);
    t.is(await total(), 1);
    const listOfOne = await examinedBy(() => client.get("/builds?limit=1"), 200);
    return { list, creation, deletion, tooFar, listOfNone, listOfOne };
  };
  const small = await measure(1);
  const large = await measure(MANY);
  t.log(small);
  t.deepEqual(large, small);
});
