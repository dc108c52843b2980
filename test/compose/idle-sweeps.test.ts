import { randomUUID } from "node:crypto";
import test from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import type { Document } from "mongodb";
import type { Sweep } from "../../src/infra/sweep.ts";
import { scannedObjects } from "../helpers/scanned-objects.ts";
import { fileForm, scoreForm } from "../faults/results.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const COPIES = 300;

/** The collections whose documents stay stored after all work on them is finished. */
const collections = [
  "submissions",
  "runs",
  "frame_series",
  "frame_overviews",
  "channel_series",
  "builds",
  "accounts",
  "standings",
];

/** Returns a copy of a document on which all work is finished, so that no sweep has to process the copy. */
function copyOf({ _id, ...fields }: Document, number: number): Document {
  return {
    ...fields,
    _id: typeof _id === "number" ? 1_000_000 + number : randomUUID(),
    ...("subject" in fields && { subject: randomUUID() }),
    // The copied submission gets an old date, because a sweep compares the run counters of accounts that have recent
    // submissions.
    ...("created_at" in fields && { created_at: new Date(0) }),
    ...("charged" in fields && { account_id: randomUUID() }),
  };
}

test("the number of MongoDB documents that a sweep examines does not grow with the number of finished documents", async (t) => {
  t.timeout(600_000);
  // This test has a MongoDB emulator of its own, because an emulator counts the documents that the queries of all
  // clients examine.
  const mongodb = await startServer({ port: 0, dir: temporaryFolder(t), expiryIntervalMs: 3_600_000 });
  t.teardown(() => mongodb.close());
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MONGODB_URL: mongodb.url },
  });
  const { services } = service;
  const { db } = services.stores.mongo;
  const client = await service.signIn("finished");
  const build_id = await client.makeBuild();
  t.is((await client.add(scoreForm(build_id))).status, 200);
  const file = await client.add(fileForm(build_id));
  await services.runParser.parse(file.body.runs[0].run_id as string);
  t.is((await client.get(`/builds/${build_id}`)).body.build.build_id, build_id);

  // Wait until the service has marked the submissions as finished, about a second after its responses. Copies of an
  // unfinished submission would be work for the sweeps.
  const unfinished = { runs_created: false };
  await until(
    async () => (await db.collection("submissions").countDocuments(unfinished)) === 0,
    "the submissions are finished",
  );

  const measureOnce = async () => {
    const examined: Record<string, number> = {};
    const sweeps: readonly Sweep[] = services.sweeps;
    for (const { name, run, intervalMs } of sweeps) {
      // Do not measure sweeps with their own interval, because each runs only once an hour and reads all documents.
      if (intervalMs !== undefined) continue;
      const before = await scannedObjects(db);
      await run();
      examined[name] = (await scannedObjects(db)) - before;
    }
    return examined;
  };
  // Take the smallest counts of three rounds, because a round also counts what other parts of the service read at the
  // same time.
  const measure = async () => {
    const rounds = [await measureOnce(), await measureOnce(), await measureOnce()];
    const leastOf = (name: string) => Math.min(...rounds.map((examined) => examined[name] ?? Number.NaN));
    return Object.fromEntries(Object.keys(rounds[0] ?? {}).map((name) => [name, leastOf(name)]));
  };
  // Do not count the first rounds of the sweeps: they process the documents that were just stored, and fill the ranks.
  await measureOnce();
  await measureOnce();
  const few = await measure();
  const copied: string[] = [];
  for (const name of collections) {
    const [document] = await db.collection(name).find().limit(1).toArray();
    if (!document) continue;
    copied.push(name);
    await db
      .collection(name)
      .insertMany(Array.from({ length: COPIES }, (_, number) => copyOf(document, number)));
  }
  t.true(
    ["submissions", "runs", "builds", "standings"].every((name) => copied.includes(name)),
    copied.join(" "),
  );
  t.deepEqual(await measure(), few);
});
