import { readFileSync } from "node:fs";
import test, { type ExecutionContext } from "ava";
import { SaxesParser } from "saxes";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { makePoints } from "../../src/frames/overview.ts";
import type { FramePoints } from "../../src/frames/model/frame-overview.ts";
import { makeCapture, makeFrameTimes } from "../helpers/capture-generator.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { projectUrl } from "../helpers/project-files.ts";

const service = await startTestService(test);
const game = { processId: 4711, swapChain: "0x1", isDropped: false };
const times = makeFrameTimes(3000, 5);

function captureOf(frameTimes: readonly number[], application = "harbour.exe") {
  const frames = frameTimes.map((frameTimeMs) => ({ ...game, application, frameTimeMs }));
  return { name: "capture.csv", content: makeCapture("presentmon-1.0", frames) };
}

/** Submits a file and waits until its run is complete or failed. Returns the run's id. */
async function submitFile(
  client: Client,
  file: { name: string; content: string | Uint8Array },
  id = 16,
): Promise<string> {
  const added = await client.add({ build_id: await client.makeBuild(), benchmarks: { id }, files: [file] });
  const { run_id } = added.body.runs[0];
  await client.waitForRun(run_id);
  return run_id as string;
}

/** Submits a capture and waits until it is read. Returns the client of its account, and the path of its run. */
async function makeRun(t: ExecutionContext): Promise<{ client: Client; path: string }> {
  const client = await service.signIn(t.title.slice(-80));
  return { client, path: `/benchmarks/runs/${await submitFile(client, captureOf(times))}` };
}

const totalS = times.reduce((sum, time) => sum + time, 0) / 1000;

test("a request for at least as many points as a capture has frames gets every frame, with elapsed seconds and frame time", async (t) => {
  const { path } = await makeRun(t);
  const { status, body, headers } = await service.anonymous.get(`${path}/frames?points=5000`);
  t.is(status, 200);
  t.like(body, { run_id: path.split("/").at(-1), unit: "ms", frames: 3000 });
  t.regex(headers.get("vary") ?? "", /(?:^|, )Accept(?:,|$)/);
  t.is(headers.get("cache-control"), "no-cache");
  t.deepEqual(
    body.points.map(([, frameTimeMs]: [number, number]) => frameTimeMs),
    times,
  );
  let elapsedMs = 0;
  for (const [index, [timeS]] of body.points.entries()) {
    elapsedMs += times[index] ?? 0;
    t.true(Math.abs(timeS - elapsedMs / 1000) < 1e-4, `${timeS} at ${index}`);
  }
});

test("a frame series is downsampled to the requested count of points, by default 1000, and keeps its first and last point", async (t) => {
  const { client, path } = await makeRun(t);
  for (const [query, count] of [
    ["", 1000],
    ["?points=2", 2],
    ["?points=137", 137],
  ] as const) {
    const { points } = (await client.get(`${path}/frames${query}`)).body;
    t.is(points.length, count);
    t.is(points[0][1], times[0]);
    t.is(points.at(-1)[1], times.at(-1));
    t.true(Math.abs(points.at(-1)[0] - totalS) < 1e-3);
  }
});

test("a request for a count of points that is no whole number from 2 to 5000 is refused with 422", async (t) => {
  const { client, path } = await makeRun(t);
  for (const points of ["1", "0", "-5", "5001", "2.5", "x", "", "2&points=3"]) {
    const { status, body } = await client.get(`${path}/frames?points=${points}`);
    t.is(status, 422, points);
    t.is(body.errors[0].pointer, "/points");
  }
});

test("a client that prefers text/csv gets frame times as CSV, and any other client gets frame times as JSON", async (t) => {
  const { client, path } = await makeRun(t);
  const get = (Accept: string) => client.get(`${path}/frames?points=50`, { Accept });
  for (const accept of [
    "text/csv",
    "text/csv, application/json;q=0.5",
    "text/*",
    "application/json;q=0.1, */*;q=0.05, text/csv;q=0.2",
  ]) {
    const { headers, text } = await get(accept);
    t.is(headers.get("content-type"), "text/csv; charset=utf-8; header=present", accept);
    const [header, ...rows] = text.split("\r\n");
    t.is(header, "time_s,frame_time_ms");
    t.is(rows.pop(), "");
    t.is(rows.length, 50);
    for (const cell of rows.join(",").split(",")) t.regex(cell, /^\d+(\.\d+)?$/);
    t.is(rows[0], `${Number(((times[0] ?? 0) / 1000).toFixed(6))},${times[0]}`);
  }
  for (const accept of [
    "*/*",
    "application/json",
    "text/csv;q=0.5, application/json",
    "text/csv;q=0, */*",
    "image/png",
  ]) {
    const { headers, body } = await get(accept);
    t.is(headers.get("content-type"), "application/json; charset=utf-8", accept);
    t.is(body.points.length, 50);
  }
});

test("the chart of a run is an SVG that may load nothing and run no script, and caches revalidate the chart", async (t) => {
  const { path } = await makeRun(t);
  const { status, headers, text } = await service.anonymous.get(`${path}/chart.svg`);
  t.is(status, 200);
  t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
  t.is(headers.get("content-security-policy"), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  t.is(headers.get("x-content-type-options"), "nosniff");
  t.is(headers.get("cache-control"), "no-cache");
  t.notThrows(() => new SaxesParser().write(text).close());
  t.regex(text, /harbour\.exe/);
  const etag = headers.get("etag") ?? "";
  t.regex(etag, /^W\/"[\w-]{43}"$/);

  // Without a Cache-Control header of the caller, fetch would send no-cache, which asks for the whole chart in any
  // case.
  const revalidate = (known: string) =>
    service.anonymous.get(`${path}/chart.svg`, { "If-None-Match": known, "Cache-Control": "max-age=0" });
  const same = await revalidate(etag);
  t.is(same.status, 304);
  t.is(same.text, "");
  t.is(same.headers.get("etag"), etag);
  t.is((await revalidate('"other"')).status, 200);
});

test("the chart of a capture marks each frame that the capture says was dropped", async (t) => {
  const client = await service.signIn("dropped");
  const dropped = [0, 700, 1500, 2999];
  const frames = times.map((frameTimeMs, index) => ({
    ...game,
    application: "harbour.exe",
    frameTimeMs,
    isDropped: dropped.includes(index),
  }));
  const run = await submitFile(client, {
    name: "capture.csv",
    content: makeCapture("presentmon-2.0", frames),
  });
  const { body } = await client.get(`/benchmarks/runs/${run}/frames?points=5000`);
  t.is(body.dropped.frames, dropped.length);
  t.deepEqual(
    body.dropped.times_s,
    dropped.map((index) => body.points[index][0]),
  );
  const { text } = await client.get(`/benchmarks/runs/${run}/chart.svg`);
  const marks = /<path class="dropped" d="([^"]*)"/.exec(text)?.[1] ?? "";
  t.is(marks.match(/M/g)?.length, dropped.length);
  t.regex(text, /4 frames dropped/);

  const other = await submitFile(client, captureOf(times));
  const shown = await client.get(`/benchmarks/runs/${other}/chart.svg`);
  t.notRegex(shown.text, /class="dropped"/);
});

test("where a capture has more dropped frames than requested points, the marks are spread over the capture", (t) => {
  const frameTimesMs = new Float32Array(1000).fill(10);
  const droppedFrames = Uint32Array.from({ length: 1000 }, (_, index) => index);
  const marksOf = (count: number) =>
    (JSON.parse(makePoints({ frameTimesMs, droppedFrames }, count)) as FramePoints).dropped;
  t.deepEqual([marksOf(1000)?.frames, marksOf(1000)?.times_s.length], [1000, 1000]);
  const few = marksOf(11);
  t.is(few?.frames, 1000);
  t.deepEqual(few?.times_s, [0.01, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const none = { frameTimesMs, droppedFrames: new Uint32Array() };
  t.deepEqual((JSON.parse(makePoints(none, 11)) as FramePoints).dropped, { frames: 0, times_s: [] });
  t.is((JSON.parse(makePoints({ frameTimesMs, droppedFrames: null }, 11)) as FramePoints).dropped, null);
});

test("a chart has the requested size and theme, and each combination has a different ETag", async (t) => {
  const { path } = await makeRun(t);
  const etags = new Set<string | null>();
  for (const [query, width, height, scheme] of [
    ["", 900, 360, "light dark"],
    ["?width=375", 375, 360, "light dark"],
    ["?width=375&height=280&theme=dark", 375, 280, "dark"],
    ["?width=1200&height=480&theme=light", 1200, 480, "light"],
  ] as const) {
    const { status, text, headers } = await service.anonymous.get(`${path}/chart.svg${query}`);
    t.is(status, 200);
    t.true(text.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `));
    t.true(text.includes(`color-scheme: ${scheme};`), query);
    etags.add(headers.get("etag"));
    const known = { "If-None-Match": headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
    t.is((await service.anonymous.get(`${path}/chart.svg${query}`, known)).status, 304);
  }
  t.is(etags.size, 4);
  const named = await service.anonymous.get(`${path}/chart.svg?theme=auto&height=360&width=900`);
  t.true(
    etags.has(named.headers.get("etag")),
    "the chart with the same size and theme, given as numbers, has the same ETag",
  );
  const wrong = await service.anonymous.get(`${path}/chart.svg?width=319&height=1201&theme=blue`);
  t.is(wrong.status, 422);
  t.deepEqual(
    wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/width", "/height", "/theme"],
  );
});

test("a process name that looks like markup appears as text in the chart", async (t) => {
  const client = await service.signIn("markup");
  const run = await submitFile(client, captureOf(times, "<script>alert(1)<script>&\u202Egnp.exe"));
  const { status, text } = await client.get(`/benchmarks/runs/${run}/chart.svg`);
  t.is(status, 200);
  t.notRegex(text, /<script|\u202E/i);
  t.regex(text, /&lt;script&gt;alert\(1\)&lt;script&gt;&amp;/);
});

test("a request for the frame times of a run without frame times is refused with the reason", async (t) => {
  const client = await service.signIn("without");
  const build_id = await client.makeBuild();
  const scored = (await client.add({ build_id, benchmarks: { id: 15, runs: [900] } })).body.runs[0].run_id;
  const content = readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml"));
  const exported = await submitFile(client, { name: "time-spy.xml", content }, 7);
  const failed = await submitFile(client, captureOf(times, "dwm.exe"));
  const sampled = await submitFile(client, captureOf(times));
  const old = await submitFile(client, captureOf(times));
  const runs = service.stores.db.collection<Run>("runs");
  // Make the run `sampled` look like the run of a log of samples, and the run `old` like a run of an older version of
  // the service that stored no frame times.
  await runs.updateOne({ _id: sampled }, { $set: { frame_series: null } });
  await runs.updateOne({ _id: old }, { $unset: { frame_series: 1 } });
  const reasons: Record<string, RegExp> = {
    [scored]: /typed in/,
    [exported]: /3DMark/,
    [failed]: /failed \(compositor_only\)/,
    [sampled]: /log of samples/,
    [old]: /read again/,
    nobody: /There is no run nobody/,
  };
  for (const [run, reason] of Object.entries(reasons)) {
    for (const what of ["frames", "chart.svg"]) {
      const { status, body, headers } = await client.get(`/benchmarks/runs/${run}/${what}`);
      t.is(status, 404);
      t.is(headers.get("content-type"), "application/problem+json");
      t.regex(body.detail, reason);
    }
  }
});

test("a request for the frame times of a queued run is refused because no worker has read its file yet", async (t) => {
  const idle = await startTestService(t, { hasWorkers: false });
  const client = await idle.signIn("queued");
  const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 }, files: [captureOf(times)] };
  const { run_id } = (await client.add(form)).body.runs[0];
  const { status, body } = await client.get(`/benchmarks/runs/${run_id}/frames`);
  t.is(status, 404);
  t.regex(body.detail, /yet: its file is queued/);
});
