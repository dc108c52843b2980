import { isDeepStrictEqual } from "node:util";
import test from "ava";
import * as fc from "fast-check";
import {
  createFrameSeriesRepository,
  setUpFrameSeries,
  type FrameSeries,
} from "../../src/benchmarks/records/frame-series-repository.ts";
import { publishSeries } from "../../src/benchmarks/parse/publish-series.ts";
import { createRemoveStraySeries } from "../../src/benchmarks/recover/orphaned-series.ts";
import type { Run } from "../../src/benchmarks/records/runs-repository.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { testStores } from "../helpers/stores.ts";

const { db } = await testStores(test);
test.before(() => setUpFrameSeries(db));
const pieces = db.collection("frame_series");
const repository = createFrameSeriesRepository(db);
const at = new Date("2026-05-01T12:00:00Z");
const later = new Date("2026-05-01T12:00:01Z");
const attemptsOf = async (run_id: string) => {
  const found = await pieces.find({ run_id }).toArray();
  return [...new Set(found.map(({ attempt }) => attempt as number))].sort((a, b) => a - b);
};

function seriesOf(length: number, seed = 1): FrameSeries {
  return {
    frameTimesMs: Float32Array.from({ length }, (_, index) => 5 + ((index * 7 + seed) % 13) / 3),
    droppedFrames: null,
  };
}

test("what is stored is found again, whatever the pieces are", async (t) => {
  let count = 0;
  const frames = fc.uniqueArray(fc.nat(59), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.float32Array({ minLength: 1, maxLength: 60, noNaN: true }),
      fc.option(frames),
      fc.integer({ min: 1, max: 70 }),
      async (frameTimesMs, dropped, framesAPiece) => {
        const small = createFrameSeriesRepository(db, framesAPiece);
        const indexes = dropped?.filter((index) => index < frameTimesMs.length).sort((a, b) => a - b);
        const series = { frameTimesMs, droppedFrames: indexes ? Uint32Array.from(indexes) : null };
        const runId = `roundtrip-${(count += 1)}`;
        const reference = await small.store({ runId, attempt: 1 }, series, at);
        t.is(await pieces.countDocuments({ run_id: runId }), Math.ceil(frameTimesMs.length / framesAPiece));
        t.deepEqual(await repository.find(runId, reference), series);
      },
    ),
    { numRuns: 60 },
  );
});

test("two million frames are stored in pieces far below MongoDB's limit", async (t) => {
  const series = { ...seriesOf(2_000_000), droppedFrames: Uint32Array.of(0, 999_999, 1_000_000, 1_999_999) };
  const reference = await repository.store({ runId: "long", attempt: 1 }, series, at);
  t.deepEqual(reference, { attempt: 1, frames: 2_000_000 });
  t.is(await pieces.countDocuments({ run_id: "long" }), 2);
  const found = await repository.find("long", reference);
  t.true(isDeepStrictEqual(found?.frameTimesMs, series.frameTimesMs), "the same times");
  t.deepEqual(found?.droppedFrames, series.droppedFrames);
});

test("a series of which a piece is missing is not found", async (t) => {
  const small = createFrameSeriesRepository(db, 10);
  const reference = await small.store({ runId: "holes", attempt: 1 }, seriesOf(35), at);
  await pieces.deleteOne({ run_id: "holes", piece: 2 });
  t.is(await small.find("holes", reference), null);
  t.is(await small.find("holes", { attempt: 2, frames: 35 }), null);
});

test("settled, a series takes the place of those before it, and of none after it", async (t) => {
  for (const attempt of [1, 2, 3, 4]) await repository.store({ runId: "settled", attempt }, seriesOf(5), at);
  const unsettled = async () =>
    (await repository.findUnsettled(later, 1000))
      .filter(({ runId }) => runId === "settled")
      .map(({ attempt }) => attempt);
  t.deepEqual(
    (await unsettled()).sort((a, b) => a - b),
    [1, 2, 3, 4],
  );
  t.deepEqual(
    (await repository.findUnsettled(at, 1000)).filter(({ runId }) => runId === "settled"),
    [],
    "not older than the moment",
  );
  await repository.settle({ runId: "settled", attempt: 3 });
  await repository.settle({ runId: "settled", attempt: 3 });
  t.deepEqual(await attemptsOf("settled"), [3, 4]);
  t.deepEqual(await unsettled(), [4]);
  await repository.remove("settled", 4);
  t.deepEqual(await attemptsOf("settled"), [3]);
  await repository.remove("settled");
  t.deepEqual(await attemptsOf("settled"), []);
});

test("who has lost the right to write leaves no series; an error leaves one that is found", async (t) => {
  const key = { runId: "lost", attempt: 1 };
  const publish = (write: () => Promise<boolean>) =>
    publishSeries({ repository, key, series: seriesOf(5), at, write });
  t.false(await publish(async () => false));
  t.deepEqual(await attemptsOf("lost"), []);
  await t.throwsAsync(
    publish(() => Promise.reject(new Error("away"))),
    { message: "away" },
  );
  t.true((await repository.findUnsettled(later, 1000)).some(({ runId }) => runId === "lost"));
});

test("a worker stores the series of its attempt; a stray one goes, a shown one is settled, a deleted run's goes with it", async (t) => {
  const service = await startTestService(t, { env: { SWEEP_INTERVAL_MS: "3600000" } });
  const { services, stores } = service;
  const { runs, series } = services.records;
  const own = stores.db.collection("frame_series");
  const client = await service.signIn("strays");
  const file = { name: "harbour.csv", content: makeCapture("presentmon-1.0", makeGameFrames(3)) };
  const added = await client.add({
    build_id: await client.makeBuild(),
    benchmarks: { id: 16 },
    files: [file],
  });
  const { run_id } = added.body.runs[0];
  await client.waitForRun(run_id);
  const stored = async () =>
    own.find({}, { projection: { run_id: 1, attempt: 1, unsettled_since: 1 } }).toArray();
  t.deepEqual((await runs.find(run_id))?.frame_series, { attempt: 1, frames: 120 });

  // As after crashes: shown but not settled; of an attempt that nobody shows; of a run that is gone.
  await own.updateMany({ run_id }, { $set: { unsettled_since: at } });
  await series.store({ runId: run_id, attempt: 7 }, seriesOf(4), at);
  await series.store({ runId: "gone", attempt: 1 }, seriesOf(4), at);
  const removeStraySeries = createRemoveStraySeries({ series, runs });
  t.is(await removeStraySeries(at, 100), 0, "too young");
  t.is(await removeStraySeries(later, 100), 3);
  t.deepEqual(await stored(), [{ _id: `${run_id}-1-0`, run_id, attempt: 1 } as never]);
  t.is((await client.get(`/benchmarks/runs/${run_id}/frames`)).body.frames, 120);

  await services.benchmarks.deleteRuns.finish((await runs.find(run_id)) as Run);
  t.deepEqual(await stored(), []);
  t.is((await client.get(`/benchmarks/runs/${run_id}/frames`)).status, 404);
});

test("a worker that lost its claim while it read leaves neither figures nor frames", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const { services, stores } = service;
  const client = await service.signIn("two workers");
  const file = { name: "harbour.csv", content: makeCapture("presentmon-1.0", makeGameFrames(3)) };
  const added = await client.add({
    build_id: await client.makeBuild(),
    benchmarks: { id: 16 },
    files: [file],
  });
  const { run_id } = added.body.runs[0];
  const collection = stores.db.collection<Run>("runs");
  const reading = services.benchmarks.parseRun(run_id);
  while ((await collection.findOne({ _id: run_id }))?.status !== "processing")
    await new Promise(setImmediate);
  await collection.updateOne({ _id: run_id }, { $inc: { attempt: 1 } });
  await reading;
  t.like(await collection.findOne({ _id: run_id }), { status: "processing", attempt: 2, score: null });
  t.is(await stores.db.collection("frame_series").countDocuments(), 0);
});
