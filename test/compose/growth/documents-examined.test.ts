import test from "ava";
import { storeCopies } from "../../helpers/stored-runs.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { READER_VERSION } from "../../../src/readers/index.ts";
import { scannedObjects } from "../../helpers/scanned-objects.ts";
import { startServiceOnOwnMongodb } from "../../helpers/own-mongodb.ts";

const service = await startServiceOnOwnMongodb(test);
const { services } = service;
const { db } = services.stores.mongo;
const runs = db.collection<Run>("runs");

const MANY = 300;
/**
 * The maximum number of documents that MongoDB may examine in a measured step. The number allows for a page of results
 * and for background work of the service, but is far below MANY.
 */
const FEW = 30;

async function examinedBy(work: () => Promise<unknown>): Promise<number> {
  const before = await scannedObjects(db);
  await work();
  return (await scannedObjects(db)) - before;
}

/** Creates a build with a complete run. Returns the ids of the build and the run. */
async function makeRun(name: string): Promise<{ build_id: number; runId: string }> {
  const client = await service.signIn(name, "unlimited");
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [100] } });
  return { build_id, runId: body.runs[0].run_id as string };
}

test.serial("the search for the newest runs examines few of hundreds of unranked runs", async (t) => {
  const good = await makeRun("good");
  const { runId } = await makeRun("unranked");
  await services.runsRepository.review(runId, {
    decision: "rejected",
    reason: null,
    decided_at: new Date(),
  });
  await storeCopies(db, runId, MANY);
  let found: Run[] = [];
  const examined = await examinedBy(async () => (found = await services.runs.listNewest(10)));
  t.deepEqual(
    found.map(({ _id }) => _id),
    [good.runId],
  );
  t.true(examined < FEW, `${examined} documents were examined`);
  await services.runsRepository.review(runId, {
    decision: "accepted",
    reason: null,
    decided_at: new Date(),
  });
  const accepted = await services.runs.listNewest(10);
  t.true(
    accepted.some(({ _id }) => _id === runId),
    "an accepted run is shown",
  );
});

test.serial(
  "the search for runs of older readers examines few documents, even if the current readers have read hundreds of runs",
  async (t) => {
    const { runId } = await makeRun("captures");
    const run = await runs.findOne({ _id: runId });
    if (!run) throw new Error("expected the run, found none");
    const file = { file_id: "0".repeat(24), name: "a.csv", bytes: 1, sha256: "0".repeat(64) };
    const readBy = (n: number, reader_version: number, fields: Partial<Run> = {}): Run => ({
      ...run,
      _id: `read-${String(n).padStart(4, "0")}`,
      benchmark_id: 16,
      file,
      reader_version,
      ...fields,
    });
    const old = [readBy(7, 1), readBy(3, 2), readBy(5, 2, { status: "failed" })];
    const others = [
      readBy(8, 1, { status: "failed", file: { ...file, is_removed: true } }),
      readBy(9, 1, { status: "deleting" }),
      ...Array.from({ length: MANY }, (_, n) => readBy(1000 + n, READER_VERSION)),
    ];
    await runs.insertMany([...old, ...others]);
    const { runParser } = services;
    const idsOf = async (selection: Parameters<typeof runParser.findReprocessable>[0]) => {
      const ids: string[] = [];
      for await (const { _id } of runParser.findReprocessable(selection)) ids.push(_id);
      return ids;
    };
    const selection = { belowVersion: READER_VERSION };
    let [count, ids]: [number, string[]] = [0, []];
    const examined = await examinedBy(async () => {
      count = await runParser.countReprocessable(selection);
      ids = await idsOf(selection);
    });
    t.is(count, 3);
    t.deepEqual(ids, ["read-0003", "read-0005", "read-0007"], "the latest version first, then by id");
    t.true(examined < FEW, `${examined} documents were examined`);
    t.is((await idsOf({ belowVersion: READER_VERSION + 1 })).length, MANY + 3);
    t.deepEqual(await idsOf({ belowVersion: READER_VERSION, runId: "read-0007" }), ["read-0007"]);
    t.deepEqual(
      await idsOf({ belowVersion: READER_VERSION, runId: "read-0008" }),
      [],
      "its file was removed",
    );
    t.deepEqual(await idsOf({ belowVersion: READER_VERSION, benchmarkId: 7 }), []);
  },
);

test.serial("the search for a failed run by its id examines few of hundreds of failed runs", async (t) => {
  const { runId } = await makeRun("failed");
  const run = await runs.findOne({ _id: runId });
  if (!run) throw new Error("expected the run, found none");
  const failed = Array.from({ length: MANY }, (_, n): Run => ({
    ...run,
    _id: `failed-${n}`,
    status: "failed",
  }));
  await runs.insertMany(failed);
  const found: string[] = [];
  const examined = await examinedBy(async () => {
    for await (const { _id } of services.runs.retryFailed({
      codes: null,
      runId: "failed-150",
      isDryRun: true,
    }))
      found.push(_id);
  });
  t.deepEqual(found, ["failed-150"]);
  t.true(examined < FEW, `${examined} documents were examined`);
});
