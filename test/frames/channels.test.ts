import test from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { removeOrphanedSeries } from "../../src/frames/remove-orphaned-series.ts";
import { columnsOf, makeCapture, makeFrameTimes } from "../helpers/capture-generator.ts";
import type { Client, SentFile } from "../helpers/client.ts";
import { makeAfterburnerLog } from "../helpers/log-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { sessionOf } from "../helpers/session-of.ts";
import { until } from "../helpers/until.ts";

const service = await startTestService(test, { env: { SWEEP_INTERVAL_MS: "3600000" } });
const { runsRepository, series, runParser, runs: runService } = service.services;
const runs = service.stores.db.collection<Run>("runs");
const stored = service.stores.db.collection("channel_series");

const FRAMES = 1500;
const frameTimes = makeFrameTimes(FRAMES, 11);
/** The graphics card's power in watts in each frame; the file has no power for the first hundred frames. */
const powers = frameTimes.map((_, at) => (at < 100 ? null : 150 + (at % 40)));
const columns = [...columnsOf("intel-presentmon"), "MsGPUBusy"];

function captureWith(slower = 1): SentFile {
  let beginMs = 0;
  const beginS = (frameTimeMs: number) => {
    beginMs += frameTimeMs * slower;
    return (beginMs / 1000).toFixed(6);
  };
  const frames = frameTimes.map((frameTimeMs, at) => ({
    application: "harbour.exe",
    processId: 1,
    swapChain: "0x1",
    frameTimeMs: Number((frameTimeMs * slower).toFixed(3)),
    isDropped: false,
    cells: {
      GPUPower: powers[at] === null ? "NA" : String(powers[at]),
      MsGPUBusy: String(at % 2 === 0 ? frameTimeMs * slower : frameTimeMs / 2),
      MsUntilDisplayed: "NA",
      TimeInSeconds: beginS(frameTimeMs),
    },
  }));
  return { name: "capture.csv", content: makeCapture("intel-presentmon", frames, { columns }) };
}

const plain: SentFile = {
  name: "plain.csv",
  content: makeCapture(
    "presentmon-1.0",
    frameTimes.map((frameTimeMs) => ({
      application: "harbour.exe",
      processId: 1,
      swapChain: "0x1",
      frameTimeMs,
      isDropped: false,
      cells: { MsUntilDisplayed: "0" },
    })),
  ),
};

async function submit(client: Client, file: SentFile, build?: number): Promise<string> {
  const build_id = build ?? (await client.makeBuild());
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files: [file] });
  const { run_id } = added.body.runs[0];
  await client.waitForRun(run_id);
  return run_id as string;
}

const run = async (runId: string) => (await service.anonymous.get(`/benchmarks/runs/${runId}`)).body;
const frames = (runId: string, query: string, headers?: Record<string, string>) =>
  service.anonymous.get(`/benchmarks/runs/${runId}/frames?${query}`, headers);

test("a run shows the statistics of its sensor channels, such as power, and values derived from them, such as fps per watt", async (t) => {
  const runId = await submit(await service.signIn("figures"), captureWith());
  const { channels, metrics } = await run(runId);
  t.deepEqual(
    channels.map(({ name, unit, samples }: Record<string, unknown>) => ({ name, unit, samples })),
    [
      { name: "gpu_power_w", unit: "W", samples: FRAMES - 100 },
      { name: "gpu_busy_ms", unit: "ms", samples: FRAMES },
    ],
  );
  const [power] = channels;
  const timed = frameTimes.slice(100);
  const mean =
    timed.reduce((sum, time, at) => sum + time * (powers[at + 100] ?? 0), 0) /
    timed.reduce((sum, time) => sum + time, 0);
  t.like(power, { min: 150, max: 189 });
  t.true(Math.abs(power.mean - mean) < 1e-9, "the mean is weighted by the frame times");
  t.true(power.p5 >= 150 && power.p5 < 153 && power.p95 > 186 && power.p95 <= 189);
  t.true(Math.abs(metrics.fps_per_watt - metrics.average_fps / mean) < 1e-9);
  t.is(metrics.gpu_limited_percent, 50);
  t.true(metrics.stutter_percent > 0);
  t.true(metrics.time_below_60_fps_percent >= metrics.time_below_30_fps_percent);
  t.deepEqual((await run(await submit(await service.signIn("no channels"), plain))).channels, []);
});

test("the frame times of a run are returned with the latest value of each requested sensor channel, as JSON and as CSV", async (t) => {
  const runId = await submit(await service.signIn("series"), captureWith());
  const { body, headers } = await frames(runId, "points=5000&channels=gpu_power_w,gpu_busy_ms");
  t.deepEqual(
    body.channels.map(({ name, unit }: Record<string, unknown>) => [name, unit]),
    [
      ["gpu_power_w", "W"],
      ["gpu_busy_ms", "ms"],
    ],
  );
  t.deepEqual(body.channels[0].values, powers);
  const { body: fewer } = await frames(runId, "points=50&channels=gpu_power_w");
  t.is(fewer.points.length, 50);
  const endsS = body.points.map(([timeS]: [number]) => timeS);
  t.deepEqual(
    fewer.channels[0].values,
    fewer.points.map(([timeS]: [number]) => powers[endsS.indexOf(timeS)]),
  );
  const csv = await frames(runId, "points=5000&channels=gpu_power_w", { Accept: "text/csv" });
  const [header, ...rows] = csv.text.split("\r\n");
  t.is(header, "time_s,frame_time_ms,gpu_power_w");
  t.is(rows[0]?.split(",")[2], "");
  t.is(rows[100]?.split(",")[2], String(powers[100]));

  const without = await frames(runId, "points=5000");
  t.false("channels" in without.body);
  t.not(headers.get("etag"), without.headers.get("etag"));
  t.deepEqual(body.points, without.body.points);
});

test("a request for a sensor channel that the run lacks, or for an unknown name, is refused with the names of the run's channels", async (t) => {
  const client = await service.signIn("unknown names");
  const { status, body } = await frames(
    await submit(client, captureWith()),
    "channels=cpu_power_w,gpu_power_w,nonsense",
  );
  t.is(status, 422);
  t.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/channels/0", "/channels/2"],
  );
  for (const { detail } of body.errors) t.regex(detail, /\(gpu_power_w, gpu_busy_ms\), found "/);
  const none = await frames(await submit(client, plain), "channels=gpu_power_w");
  t.is(none.status, 422);
  t.regex(none.body.errors[0].detail, /has no channels; leave out `channels`/);
});

test("comparisons show the means of sensor channels, without a verdict for values that are neither better nor worse", async (t) => {
  const client = await service.signIn("comparison");
  const [first, other] = [await client.makeBuild(), await client.makeBuild()];
  const ids = [await submit(client, captureWith(), first), await submit(client, captureWith(1.5), other)];
  for (const query of [`runs=${ids.join(",")}`, `builds=${first},${other}`]) {
    const { body } = await service.anonymous.get(`/compare?${query}`);
    const metrics = new Map<string, Record<string, never>>(
      body.results[0].metrics.map((metric: { figure: string }) => [metric.figure, metric]),
    );
    t.like(metrics.get("gpu_power_w"), { unit: "W", higher_is_better: null }, query);
    t.like(metrics.get("gpu_busy_ms"), { unit: "ms", higher_is_better: false });
    t.like(metrics.get("fps_per_watt"), { unit: "fps/W", higher_is_better: true });
    t.like(metrics.get("gpu_limited_percent"), { unit: "%", higher_is_better: null });
    t.false(metrics.has("cpu_power_w"));
    const { channels } = await run(ids[0] ?? "");
    const values = (metrics.get("gpu_power_w") as unknown as { values: Record<string, unknown>[] }).values;
    t.is(values[0]?.["mean"], channels[0].mean);
    t.is(values[0]?.["best"], null, query);
    t.like(values[1]?.["difference"], { verdict: null });
  }
  const markdown = await service.anonymous.get(`/compare?runs=${ids.join(",")}&format=markdown`);
  t.regex(markdown.text, /GPU power, mean \(W\)/);
  const page = await service.anonymous.get(`/r/${ids[0]}`, { Accept: "text/html" });
  t.regex(page.text, /Sensors and latencies[\s\S]*GPU power[\s\S]*GPU busy per frame/);
});

test("the sensor channels of a log of samples can be drawn as a chart, but not returned with frame times, which the log lacks", async (t) => {
  const samples = Array.from({ length: 60 }, (_, at) => [String(60 + at / 10), "150.5", "60"]);
  const log = makeAfterburnerLog([
    {
      start: new Date("2026-01-01T00:00:00Z"),
      names: ["GPU temperature", "Power", "Framerate"],
      units: ["°C", "W", "FPS"],
      samples,
    },
  ]);
  const client = await service.signIn("samples");
  const build_id = await client.makeBuild();
  const benchmarks = { id: 16, game: "Harbour Lights" };
  const added = await client.add({ build_id, benchmarks, files: [{ name: "a.hml", content: log }] });
  const { run_id } = added.body.runs[0];
  await client.waitForRun(run_id);
  const { channels, metrics } = await run(run_id);
  t.deepEqual(
    channels.map(({ name, samples }: Record<string, unknown>) => [name, samples]),
    [
      ["gpu_temperature_c", 60],
      ["gpu_power_w", 60],
    ],
  );
  t.like(metrics, { stutter_percent: null, fps_per_watt: 60 / 150.5 });
  const refused = await frames(run_id, "channels=gpu_power_w");
  t.is(refused.status, 404);
  t.regex(refused.body.detail, /log of samples.*\/chart\.svg\?view=channels draws its channels/);
  const chart = await service.anonymous.get(`/benchmarks/runs/${run_id}/chart.svg?view=channels`);
  t.is(chart.status, 200);
  t.regex(chart.text, /60 samples in [\s\S]*>GPU power</);
  t.is((await service.anonymous.get(`/benchmarks/runs/${run_id}/chart.svg`)).status, 404);
  const page = (await service.anonymous.get(`/r/${run_id}`, { Accept: "text/html" })).text;
  t.regex(page, /chart\.svg\?view=channels" [^>]*alt="GPU temperature, GPU power over 59\.0 seconds/);
  t.false(page.includes("view=frame_times"));
  const reference = (await runsRepository.find(run_id))?.channel_series;
  t.deepEqual(reference, { fencing_token: 1 });
  const [power] =
    (await series.findChannels(run_id, reference ?? { fencing_token: 0 }, ["gpu_power_w"])) ?? [];
  t.deepEqual(Array.from(power?.timesS ?? []).slice(0, 3), [0, 1, 2]);
  t.deepEqual([...new Set(power?.values)], [150.5]);
  await runService.delete(run_id, sessionOf((await runsRepository.find(run_id))?.account_id ?? ""));
  t.is(await stored.countDocuments({ run_id }), 0);
});

test("reading the file of an older run again stores the run's sensor channels, and deleting the run removes the channels", async (t) => {
  const client = await service.signIn("older");
  const runId = await submit(client, captureWith());
  await series.removeOfRuns([runId]);
  const { channels, metrics } = await run(runId);
  await runs.updateOne(
    { _id: runId },
    {
      $unset: { channels: true, channel_series: true, "metrics.stutter_percent": true },
      $set: { reader_version: 7 },
    },
  );
  t.deepEqual((await run(runId)).channels, []);
  const refused = await frames(runId, "channels=gpu_power_w");
  t.is(refused.status, 422);
  t.regex(
    refused.body.errors[0].detail,
    /older version of the service.*channels appear when the file is read again/,
  );
  const chart = await service.anonymous.get(`/benchmarks/runs/${runId}/chart.svg?view=channels`);
  t.is(chart.status, 404);
  t.regex(chart.body.detail, /older version of the service read its file/);
  const old = await runsRepository.find(runId);
  t.truthy(old);
  const outcome = await runParser.reprocess(old as Run, { isDryRun: false });
  t.is(outcome.kind, "replaced");
  t.true(outcome.kind === "replaced" && outcome.changes.some(({ name }) => name === "channels"));
  t.like(await run(runId), { channels, metrics });
  t.deepEqual((await frames(runId, "points=5000&channels=gpu_power_w")).body.channels[0].values, powers);
  t.is(await stored.countDocuments({ run_id: runId }), 1);

  // Read the file a second time, which replaces the channels of the first reading.
  await runParser.reprocess((await runsRepository.find(runId)) as Run, { isDryRun: false });
  const documents = await stored.find({ run_id: runId }).toArray();
  t.deepEqual(
    documents.map((document) => [document["fencing_token"], "unconfirmed_since" in document]),
    [[3, false]],
  );
  t.is((await client.send("DELETE", `/benchmarks/runs/${runId}`)).status, 204);
  t.is(await stored.countDocuments({ run_id: runId }), 0);
});

test("the sweep keeps the stored sensor channels that a run references, and removes all other channels", async (t) => {
  const runId = await submit(await service.signIn("sweep"), captureWith());
  // Wait until the worker has removed the mark `unconfirmed_since` of the channels, which it does after the run is
  // complete.
  const unconfirmed = { run_id: runId, unconfirmed_since: { $exists: true } };
  await until(async () => (await stored.countDocuments(unconfirmed)) === 0, "the channels are confirmed");
  const at = new Date("2026-05-01T12:00:00Z");
  const later = new Date("2026-05-01T12:00:01Z");
  await stored.updateMany({ run_id: runId }, { $set: { unconfirmed_since: at } });
  const series8 = {
    name: "gpu_power_w",
    unit: "W",
    timesS: Float32Array.of(0),
    values: Float32Array.of(1),
  } as const;
  await series.storeChannels({ runId, fencingToken: 8 }, [series8], at);
  await series.storeChannels({ runId: "gone", fencingToken: 1 }, [series8], at);
  t.is(await removeOrphanedSeries({ series, runsRepository }, later, 100), 3);
  const left = await stored.find({ run_id: { $in: [runId, "gone"] } }).toArray();
  t.deepEqual(
    left.map((document) => [document["fencing_token"], "unconfirmed_since" in document]),
    [[1, false]],
  );
});
