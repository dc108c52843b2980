import { isDeepStrictEqual } from "node:util";
import test from "ava";
import * as fc from "fast-check";
import type { Db } from "mongodb";
import type { FrameSeries, SeriesReference } from "../../src/frames/model/frame-series.ts";
import { unpackSeries } from "../../src/frames/model/packed-series.ts";
import {
  createFrameSeriesRepository,
  setUpFrameSeries,
} from "../../src/frames/records/frame-series-repository.ts";
import { createSeriesPublisher } from "../../src/frames/publish-series.ts";
import { removeOrphanedSeries } from "../../src/frames/remove-orphaned-series.ts";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { StoreUnavailableError } from "../../src/errors.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import type { Client } from "../helpers/client.ts";
import { sessionOf } from "../helpers/session-of.ts";
import { startTestService } from "../helpers/service.ts";
import { testStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";

const { db } = await testStores(test);
const logger = createLogger({ level: "silent", process: "test", secrets: [] });
test.before(() => setUpFrameSeries(db));
const pieces = db.collection("frame_series");
const repository = createFrameSeriesRepository(db);
const read = async (runId: string, reference: SeriesReference) => {
  const packed = await repository.find(runId, reference);
  return packed && unpackSeries(packed);
};
const at = new Date("2026-05-01T12:00:00Z");
const later = new Date("2026-05-01T12:00:01Z");
const tokensOf = async (run_id: string) => {
  const found = await pieces.find({ run_id }).toArray();
  return [...new Set(found.map(({ fencing_token }) => fencing_token as number))].sort((a, b) => a - b);
};

function seriesOf(length: number, seed = 1): FrameSeries {
  return {
    frameTimesMs: Float32Array.from({ length }, (_, index) => 5 + ((index * 7 + seed) % 13) / 3),
    droppedFrames: null,
  };
}

/** Submits a capture of 120 frames to a new build. Returns the run's id. */
async function submitCapture(client: Client): Promise<string> {
  const file = { name: "harbour.csv", content: makeCapture("presentmon-1.0", makeGameFrames(3)) };
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files: [file] });
  return added.body.runs[0].run_id as string;
}

test("MongoDB counts as unavailable if it does not store a piece of a frame series within the time limit of a piece", async (t) => {
  const never = () => new Promise<never>(() => undefined);
  const silent = {
    collection: (name: string) => (name === "frame_series" ? { insertOne: never } : db.collection(name)),
  } as unknown as Db;
  const { store } = createFrameSeriesRepository(silent, { pieceTimeoutMs: 5 });
  const storing = store({ runId: "silent", fencingToken: 1 }, seriesOf(10), at);
  const error = await t.throwsAsync(storing, { instanceOf: StoreUnavailableError });
  t.is(error.store, "MongoDB");
});

test("a stored frame series is read back unchanged, whatever the size of its pieces", async (t) => {
  let count = 0;
  const frames = fc.uniqueArray(fc.nat(59), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.float32Array({ minLength: 1, maxLength: 60, noNaN: true }),
      fc.option(frames),
      fc.integer({ min: 1, max: 70 }),
      async (frameTimesMs, dropped, framesAPiece) => {
        const small = createFrameSeriesRepository(db, { framesAPiece });
        const indexes = dropped?.filter((index) => index < frameTimesMs.length).sort((a, b) => a - b);
        const series = { frameTimesMs, droppedFrames: indexes ? Uint32Array.from(indexes) : null };
        const runId = `roundtrip-${(count += 1)}`;
        const reference = await small.store({ runId, fencingToken: 1 }, series, at);
        t.is(await pieces.countDocuments({ run_id: runId }), Math.ceil(frameTimesMs.length / framesAPiece));
        t.deepEqual(await read(runId, reference), series);
      },
    ),
    { numRuns: 60 },
  );
});

test("two million frames are stored in two pieces, each far below MongoDB's limit for a document", async (t) => {
  const series = { ...seriesOf(2_000_000), droppedFrames: Uint32Array.of(0, 999_999, 1_000_000, 1_999_999) };
  const reference = await repository.store({ runId: "long", fencingToken: 1 }, series, at);
  t.deepEqual(reference, { fencing_token: 1, frames: 2_000_000 });
  t.is(await pieces.countDocuments({ run_id: "long" }), 2);
  const found = await read("long", reference);
  t.true(isDeepStrictEqual(found?.frameTimesMs, series.frameTimesMs), "the same times");
  t.deepEqual(found?.droppedFrames, series.droppedFrames);
});

test("a frame series with a missing piece is not returned", async (t) => {
  const small = createFrameSeriesRepository(db, { framesAPiece: 10 });
  const reference = await small.store({ runId: "holes", fencingToken: 1 }, seriesOf(35), at);
  await pieces.deleteOne({ run_id: "holes", piece: 2 });
  t.is(await small.find("holes", reference), null);
  t.is(await small.find("holes", { fencing_token: 2, frames: 35 }), null);
});

test("confirming a frame series as that of a run removes earlier series of the run and keeps later series of the run", async (t) => {
  for (const fencingToken of [1, 2, 3, 4])
    await repository.store({ runId: "confirmed", fencingToken }, seriesOf(5), at);
  const unconfirmed = async () =>
    (await repository.findUnconfirmed(later, 1000))
      .filter(({ runId }) => runId === "confirmed")
      .map(({ fencingToken }) => fencingToken);
  t.deepEqual(
    (await unconfirmed()).sort((a, b) => a - b),
    [1, 2, 3, 4],
  );
  t.deepEqual(
    (await repository.findUnconfirmed(at, 1000)).filter(({ runId }) => runId === "confirmed"),
    [],
    "only series that were stored before the given time",
  );
  await repository.confirm({ runId: "confirmed", fencingToken: 3 });
  await repository.confirm({ runId: "confirmed", fencingToken: 3 });
  t.deepEqual(await tokensOf("confirmed"), [3, 4]);
  t.deepEqual(await unconfirmed(), [4]);
  await repository.remove({ runId: "confirmed", fencingToken: 4 });
  t.deepEqual(await tokensOf("confirmed"), [3]);
  await repository.removeOfRuns(["confirmed"]);
  t.deepEqual(await tokensOf("confirmed"), []);
});

test("a worker that lost its claim leaves no frame series, and a worker that fails leaves an unconfirmed frame series that a sweep finds", async (t) => {
  const key = { runId: "lost", fencingToken: 1 };
  const publish = (write: () => Promise<boolean>) =>
    createSeriesPublisher({ series: repository, logger }).publish({
      key,
      series: seriesOf(5),
      channels: [],
      metrics: null,
      at,
      write,
    });
  t.false(await publish(async () => false));
  t.deepEqual(await tokensOf("lost"), []);
  await t.throwsAsync(
    publish(() => Promise.reject(new Error("unavailable"))),
    { message: "unavailable" },
  );
  t.true((await repository.findUnconfirmed(later, 1000)).some(({ runId }) => runId === "lost"));
});

test("the sweep keeps the frame series that a run references and removes orphaned series, and deleting a run removes its series", async (t) => {
  const service = await startTestService(t, { env: { SWEEP_INTERVAL_MS: "3600000" } });
  const { services, stores } = service;
  const { runsRepository, series } = services;
  const own = stores.db.collection("frame_series");
  const client = await service.signIn("orphans");
  const run_id = await submitCapture(client);
  await client.waitForRun(run_id);
  const stored = async () =>
    own.find({}, { projection: { run_id: 1, fencing_token: 1, unconfirmed_since: 1 } }).toArray();
  t.deepEqual((await runsRepository.find(run_id))?.frame_series, { fencing_token: 1, frames: 120 });

  // Wait until the worker has removed the mark `unconfirmed_since` of the series, which it does after the run is
  // complete.
  const unconfirmed = { run_id, unconfirmed_since: { $exists: true } };
  await until(async () => (await own.countDocuments(unconfirmed)) === 0, "the series is confirmed");

  // Create the state after three crashes: a series that the run references but that is unconfirmed, a series of a later
  // claim, and the series of a run that does not exist.
  await own.updateMany({ run_id }, { $set: { unconfirmed_since: at } });
  await series.store({ runId: run_id, fencingToken: 7 }, seriesOf(4), at);
  await series.store({ runId: "gone", fencingToken: 1 }, seriesOf(4), at);
  t.is(await removeOrphanedSeries({ series, runsRepository }, at, 100), 0, "too young");
  t.is(await removeOrphanedSeries({ series, runsRepository }, later, 100), 3);
  t.deepEqual(await stored(), [{ _id: `${run_id}-1-0`, run_id, fencing_token: 1 } as never]);
  t.is((await client.get(`/benchmarks/runs/${run_id}/frames`)).body.frames, 120);

  await services.runs.delete(run_id, sessionOf((await runsRepository.find(run_id))?.account_id ?? ""));
  t.deepEqual(await stored(), []);
  t.is((await client.get(`/benchmarks/runs/${run_id}/frames`)).status, 404);
});

test("a worker that loses its claim on a run while it reads the file writes neither result nor frames", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const { stores } = service;
  const client = await service.signIn("two workers");
  const run_id = await submitCapture(client);
  const collection = stores.db.collection<Run>("runs");
  const { runParser } = service.servicesWith({
    fileReaders: (readers) => ({
      ...readers,
      read: async (...given) => {
        const read = await readers.read(...given);
        await collection.updateOne({ _id: run_id }, { $inc: { fencing_token: 1 } });
        return read;
      },
    }),
  });
  await runParser.parse(run_id);
  t.like(await collection.findOne({ _id: run_id }), { status: "processing", fencing_token: 2, score: null });
  t.is(await stores.db.collection("frame_series").countDocuments(), 0);
});
