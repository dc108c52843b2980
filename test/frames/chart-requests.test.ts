import test from "ava";
import { makeCapture, makeFrameTimes } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { startHeldService } from "./observed-service.ts";

const service = await startTestService(test);
const game = { application: "harbour.exe", processId: 4711, swapChain: "0x1", isDropped: false };
const frames = makeFrameTimes(3000, 5).map((frameTimeMs) => Object.assign({ frameTimeMs }, game));
const capture = makeCapture("presentmon-1.0", frames);

/** Submits a capture and waits until it is read. Returns the id of its run. */
async function makeRun(name: string, content = capture): Promise<string> {
  const client = await service.signIn(name);
  const files = [{ name: "capture.csv", content }];
  const added = await client.add({ build_id: await client.makeBuild(), benchmarks: { id: 16 }, files });
  const { run_id } = added.body.runs[0];
  await client.waitForRun(run_id);
  return run_id as string;
}

const pathOf = (runId: string) => `/benchmarks/runs/${runId}`;

test("each chart of a capture has its own name, axes, units and ETag, and the headers that every chart has", async (t) => {
  const path = pathOf(await makeRun("views"));
  const views: Readonly<Record<string, [name: string, ...texts: string[]]>> = {
    frame_times: ["Frame times of harbour.exe", "frame time (ms)", "time (s)"],
    fps: ["Frame rate of harbour.exe", "frame rate (fps), mean of 1 s", "time (s)"],
    histogram: ["Histogram of the frame times of harbour.exe", "frames (%)", "frame time (ms), in bars of"],
    percentiles: [
      "Percentiles of the frame times of harbour.exe",
      "frame time (ms)",
      "frames no slower than this (%)",
    ],
  };
  const etags = new Set<string | null>();
  for (const [view, [name, ...texts]] of Object.entries(views)) {
    const address = `${path}/chart.svg?view=${view}`;
    const { status, headers, text } = await service.anonymous.get(address);
    t.is(status, 200);
    t.true(text.includes(`<title>${name}</title>`), view);
    for (const expected of texts) t.true(text.includes(`>${expected}`), `${view}: ${expected}`);
    t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
    t.is(headers.get("content-security-policy"), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    t.is(headers.get("cache-control"), "no-cache");
    etags.add(headers.get("etag"));
    const known = { "If-None-Match": headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
    t.is((await service.anonymous.get(address, known)).status, 304);
    t.is((await service.anonymous.send("HEAD", address)).headers.get("etag"), headers.get("etag"));
    const narrow = await service.anonymous.get(`${address}&width=375&theme=dark`);
    t.true(narrow.text.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="375" '));
    t.true(narrow.text.includes("color-scheme: dark;"));
  }
  t.is(etags.size, 4);
  const plain = await service.anonymous.get(`${path}/chart.svg`);
  t.true(etags.has(plain.headers.get("etag")), "the default view is that of the frame times");
  const wrong = await service.anonymous.get(`${path}/chart.svg?view=pie`);
  t.is(wrong.status, 422);
  t.is(wrong.body.errors[0].pointer, "/view");
});

test("a request for the sensor channels of a run whose file recorded none is refused with this reason", async (t) => {
  const path = pathOf(await makeRun("no channels", capture.replace("MsUntilDisplayed", "Unknown")));
  for (const method of ["GET", "HEAD"]) {
    const { status, text } = await service.anonymous.send(method, `${path}/chart.svg?view=channels`);
    t.is(status, 404);
    if (method === "GET")
      t.regex(text, /records frame times only, and no sensors such as power or temperature/);
  }
});

test("the sensor channels of a run are drawn as a chart with its own ETag", async (t) => {
  const recorded = makeCapture(
    "intel-presentmon",
    frames.map((frame) => Object.assign({ cells: { GPUPower: "231.5" } }, frame)),
  );
  const run_id = await makeRun("channels", recorded);
  const { status, text, headers } = await service.anonymous.get(`${pathOf(run_id)}/chart.svg?view=channels`);
  t.is(status, 200);
  t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
  for (const expected of [
    "<title>Recorded channels of harbour.exe</title>",
    ">power (W)<",
    ">GPU power<",
    ">time (s)<",
  ])
    t.true(text.includes(expected), expected);
  const known = { "If-None-Match": headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
  t.is((await service.anonymous.get(`${pathOf(run_id)}/chart.svg?view=channels`, known)).status, 304);
});

test("sensor channels are downsampled in the queue of the chart renderer, and requests beyond the limit of the queue get a 503", async (t) => {
  const held = await startHeldService(t);
  const client = await held.service.signIn("crowd");
  const recorded = makeCapture(
    "intel-presentmon",
    frames.map((frame) => Object.assign({ cells: { GPUPower: "231.5" } }, frame)),
  );
  const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 } };
  const added = await client.add({ ...form, files: [{ name: "capture.csv", content: recorded }] });
  const { run_id } = added.body.runs[0];
  const [one, other] = (await client.waitForRun(run_id)).body.channels;
  const ask = (channels: string) => client.get(`${pathOf(run_id)}/frames?channels=${channels}`);
  const first = ask(one.name);
  await held.reached;
  const others = [ask(other.name), ask(`${one.name},${other.name}`)];
  const refused = await Promise.race(others);
  t.is(refused.status, 503);
  t.regex(refused.body.type, /\/problems\/overloaded$/);
  held.release();
  t.is((await first).status, 200);
  const statuses = (await Promise.all(others)).map(({ status }) => status);
  t.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 503],
  );
});
