import { createHash } from "node:crypto";
import test from "ava";
import { DEFAULT_LOOK } from "../../src/frames/chart/chart-look.ts";
import { makeOverview, makePoints, RENDERER_VERSION } from "../../src/frames/overview.ts";
import { removeOrphanedSeries } from "../../src/frames/remove-orphaned-series.ts";
import { sessionOf } from "../helpers/session-of.ts";
import { ifNot, startObservedService } from "./observed-service.ts";

const { service, runs, overviews, beforeLoading, findRun, makeRun, makeOldRun } =
  await startObservedService(test);
const { series, runsRepository, runParser } = service.services;

test("after a worker reads a file again, the run has another chart and other ETags, and the old overview of its frames is removed", async (t) => {
  const { client, runId, path } = await makeRun("read again");
  // Store another result for the run, as if an older version of the readers had read other values from the file.
  await runs.updateOne({ _id: runId }, { $set: { "metrics.application": "wrong.exe", reader_version: 0 } });
  await overviews.deleteMany({ run_id: runId });
  const before = await client.get(`${path}/chart.svg`);
  const framesBefore = await client.get(`${path}/frames`);
  t.regex(before.text, /wrong\.exe/);
  t.is((await runParser.reprocess(await findRun(runId), { isDryRun: false })).kind, "replaced");

  const after = await client.get(`${path}/chart.svg`, ifNot(before.headers.get("etag")));
  t.is(after.status, 200);
  t.regex(after.text, /harbour\.exe/);
  t.is((await client.get(`${path}/frames`, ifNot(framesBefore.headers.get("etag")))).status, 200);
  const stored = await overviews.find({ run_id: runId }).toArray();
  t.deepEqual(
    stored.map(({ fencing_token }) => fencing_token),
    [2],
  );
});

test("a run whose file is read again while its chart is drawn has the new chart, and the old chart is not stored", async (t) => {
  const { client, runId, path } = await makeRun("read again meanwhile");
  await runs.updateOne({ _id: runId }, { $set: { "metrics.application": "wrong.exe", reader_version: 0 } });
  await overviews.deleteMany({ run_id: runId });
  beforeLoading.set(runId, async () => {
    beforeLoading.delete(runId);
    await runParser.reprocess(await findRun(runId), { isDryRun: false });
  });
  const { status, text, headers } = await client.get(`${path}/chart.svg`);
  t.is(status, 200);
  t.regex(text, /harbour\.exe/);
  t.is((await client.get(`${path}/chart.svg`, ifNot(headers.get("etag")))).status, 304);
  t.is(await overviews.countDocuments({ run_id: runId, fencing_token: 1 }), 0);
});

test("the chart of a run names the game by its title, and a corrected game changes the chart and its ETag", async (t) => {
  const client = await service.signIn("corrections");
  const build_id = await client.makeBuild();
  const submit = async (application: string) => {
    const content = `Application,MsBetweenPresents\n${`${application},10\n`.repeat(1200)}`;
    const files = [{ name: "c.csv", content }];
    const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
    await client.waitForRun(added.body.runs[0].run_id);
    return added.body.runs[0].run_id as string;
  };
  const known = await submit("Cyberpunk2077.exe");
  for (const query of ["", "?width=480"]) {
    const { text } = await client.get(`/benchmarks/runs/${known}/chart.svg${query}`);
    t.regex(text, /Frame times of Cyberpunk 2077</);
  }
  const runId = await submit("javaw.exe");
  const path = `/benchmarks/runs/${runId}`;
  const first = await client.get(`${path}/chart.svg`);
  t.regex(first.text, /Frame times of javaw\.exe</);
  for (const game of ["Minecraft", "Minecraft Dungeons"]) {
    await client.send("PATCH", path, { game });
    for (const query of ["", "?width=480"]) {
      const changed = await client.get(`${path}/chart.svg${query}`, ifNot(first.headers.get("etag")));
      t.is(changed.status, 200);
      t.true(changed.text.includes(`Frame times of ${game}<`));
    }
  }
  await client.send("PATCH", path, { game: "" });
  t.is((await client.get(`${path}/chart.svg`, ifNot(first.headers.get("etag")))).status, 304);
});

/** Draws the chart of a run, and deletes the run after its frame times were loaded and before the chart is drawn. */
async function deleteWhileDrawn(runId: string) {
  const { frames } = service.servicesWith({
    series: (series) => ({
      ...series,
      find: async (...args) => {
        const found = await series.find(...args);
        await service.services.runs.delete(runId, sessionOf((await findRun(runId)).account_id));
        return found;
      },
    }),
  });
  await frames.show(await frames.of(runId), { kind: "chart", view: "frame_times", look: DEFAULT_LOOK });
  await frames.close();
}

test("deleting a run removes the overview of its frames, also where the service makes the overview during the deletion", async (t) => {
  const { client, runId, path } = await makeRun("deleted");
  t.is((await client.get(`${path}/chart.svg`)).status, 200);
  t.is((await client.send("DELETE", path)).status, 204);
  t.is(await overviews.countDocuments({ run_id: runId }), 0);
  t.is(
    (await client.get(`${path}/chart.svg`)).status,
    404,
    "the process does not serve the overview from its memory either",
  );
  t.is((await client.send("HEAD", `${path}/frames`)).status, 404);

  const second = await makeOldRun("deleted meanwhile");
  await deleteWhileDrawn(second.runId);
  t.is(await overviews.countDocuments({ run_id: second.runId }), 0);
  t.is((await client.get(`${second.path}/chart.svg`)).status, 404);
});

test("the sweep keeps an overview of frames that a dead process has stored if the run references the frame series, and otherwise removes the overview", async (t) => {
  const { runId } = await makeRun("left over");
  const long = new Date("2020-01-01T00:00:00Z");
  const overview = { chart: "<svg />", points: "[]" };
  await overviews.updateMany({ run_id: runId }, { $set: { unconfirmed_since: long } });
  await series.storeOverview({ runId: "nobody", fencingToken: 1 }, { version: 1, overview, at: long });
  const deps = { series, runsRepository };
  await removeOrphanedSeries(deps, new Date("2020-01-02T00:00:00Z"), 100);
  const left = await overviews.find({ run_id: { $in: [runId, "nobody"] } }).toArray();
  t.deepEqual(
    left.map((found) => [found.run_id, "unconfirmed_since" in found]),
    [[runId, false]],
  );
});

test("a stored overview of frame times that an older renderer made is not shown, but replaced by one of the current renderer", async (t) => {
  const { client, runId, path } = await makeRun("older renderer");
  const [prepared] = await overviews.find({ run_id: runId }).toArray();
  await overviews.deleteMany({ run_id: runId });
  const older = { _id: `${runId}-1-0`, run_id: runId, fencing_token: 1, renderer_version: 0 };
  await overviews.insertOne({ ...older, chart: "<svg old />", points: "[]" });
  const { text } = await client.get(`${path}/chart.svg`);
  t.is(text, prepared?.chart ?? "none");
  t.deepEqual(await overviews.find({ run_id: runId }).toArray(), [prepared as never]);
});

test("the same frame times give the same chart and the same points until RENDERER_VERSION is raised", (t) => {
  let state = 7;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const frameTimesMs = Float32Array.from(
    { length: 20_000 },
    (_, index) => 6 + 4 * random() + (index % 997 === 0 ? 90 : 0),
  );
  const series = { frameTimesMs, droppedFrames: Uint32Array.from({ length: 20 }, (_, index) => index * 997) };
  const figures = { application: "harbour.exe", tool: "PresentMon", average_fps: 124.5, low_1_fps: 85.25 };
  const { chart, points } = makeOverview(series, { ...figures, p0_1_fps: 60 });
  const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
  t.is(makePoints(series, 1000), points);
  // If a change of the code changes the chart or the points, raise RENDERER_VERSION, then replace the digests in this
  // test by the new ones.
  t.deepEqual(
    { version: RENDERER_VERSION, chart: digest(chart), points: digest(points) },
    { version: 5, chart: "39dfcf263cf97678", points: "9471823744a19fd7" },
  );
});
