import test from "ava";
import { DEFAULT_LOOK } from "../../src/frames/chart/chart-look.ts";
import { RENDERER_VERSION } from "../../src/frames/overview.ts";
import { startTestService } from "../helpers/service.ts";
import { capture, ifNot, startHeldService, startObservedService } from "./observed-service.ts";

const { service, overviews, beforeLoading, loadsOf, storesOf, makeRun, makeOldRun } =
  await startObservedService(test);

test("the worker stores an overview of the frames with the result, so that requests for the chart or the default points load no frames", async (t) => {
  const { client, runId, path } = await makeRun("prepared");
  for (const what of ["chart.svg", "frames", "frames?points=1000", "chart.svg"]) {
    const { status, headers } = await client.get(`${path}/${what}`);
    t.is(status, 200);
    const etag = headers.get("etag");
    t.is((await client.get(`${path}/${what}`, ifNot(etag))).status, 304);
    t.is((await client.send("HEAD", `${path}/${what}`)).status, 200);
  }
  t.is(loadsOf(runId), 0);
  t.is(storesOf(runId), 1);
  const stored = await overviews.find({ run_id: runId }).toArray();
  t.like(stored, { length: 1 });
  t.like(stored[0], { fencing_token: 1, renderer_version: RENDERER_VERSION });
  t.false("unconfirmed_since" in (stored[0] ?? {}));
});

test("HEAD requests and 304 responses for frame times neither make an overview nor load the frame times", async (t) => {
  const { client, runId, path } = await makeOldRun("headers alone");
  for (const what of ["chart.svg", "frames", "frames?points=137"]) {
    const head = await client.send("HEAD", `${path}/${what}`);
    t.is(head.status, 200);
    t.is(head.text, "");
    const etag = head.headers.get("etag") ?? "";
    t.regex(etag, /^W\/"[\w-]{43}"$/);
    for (const method of ["GET", "HEAD"]) {
      const same = await client.send(method, `${path}/${what}`, undefined, ifNot(`"x", ${etag}`));
      t.is(same.status, 304);
      t.is(same.text, "");
      t.is(same.headers.get("etag"), etag);
      t.is(same.headers.get("cache-control"), "no-cache");
    }
  }
  t.is(loadsOf(runId), 0);
  t.is(await overviews.countDocuments({ run_id: runId }), 0);

  for (const what of ["chart.svg", "frames", "frames?points=137"]) {
    const head = await client.send("HEAD", `${path}/${what}`);
    const whole = await client.get(`${path}/${what}`);
    for (const name of [
      "etag",
      "content-type",
      "cache-control",
      "vary",
      "content-security-policy",
      "cross-origin-resource-policy",
    ])
      t.is(head.headers.get(name), whole.headers.get(name), `${name} of ${what}`);
  }
});

test("each representation of the frames has a different ETag: the chart, each count of points, JSON and CSV", async (t) => {
  const { client, path } = await makeRun("forms");
  const etags = new Set<string | null>();
  for (const what of ["chart.svg", "frames", "frames?points=999"]) {
    for (const Accept of ["application/json", "text/csv"])
      etags.add((await client.get(`${path}/${what}`, { Accept })).headers.get("etag"));
  }
  t.is(etags.size, 5);
  const { headers } = await client.get(`${path}/frames`, { Accept: "text/csv" });
  const csv = ifNot(headers.get("etag"), { Accept: "text/csv" });
  t.is((await client.get(`${path}/frames`, csv)).status, 304);
  t.is((await client.get(`${path}/frames`, { ...csv, Accept: "application/json" })).status, 200);
});

test("the service draws the chart of a run without an overview once and stores it, and the chart equals that of a worker", async (t) => {
  const { client, runId, path } = await makeRun("old run");
  const [prepared] = await overviews.find({ run_id: runId }).toArray();
  await overviews.deleteMany({ run_id: runId });
  const { status, text } = await client.get(`${path}/chart.svg`);
  t.is(status, 200);
  t.is(text, prepared?.chart ?? "none");
  t.deepEqual(await overviews.find({ run_id: runId }).toArray(), [prepared as never]);
  t.is((await client.get(`${path}/chart.svg`)).text, text);
  const { points, dropped } = (await client.get(`${path}/frames`)).body;
  t.is(JSON.stringify({ points, dropped }), prepared?.points ?? "none");
  t.is(loadsOf(runId), 1);

  // Create the services again, like another process, which finds the overview that the first process stored.
  const { frames } = service.servicesWith({});
  t.is(
    (await frames.show(await frames.of(runId), { kind: "chart", view: "frame_times", look: DEFAULT_LOOK }))
      .text,
    text,
  );
  t.is(loadsOf(runId), 1);
});

test("parallel requests for the frames of a run without a stored overview make the overview once", async (t) => {
  const { client, runId, path } = await makeOldRun("at once");
  const ask = (what: string) =>
    Array.from({ length: 20 }, async () => (await client.get(`${path}/${what}`)).text);
  const [charts, points] = await Promise.all([Promise.all(ask("chart.svg")), Promise.all(ask("frames"))]);
  t.is(new Set(charts).size, 1);
  t.is(new Set(points).size, 1);
  t.is(loadsOf(runId), 1);
  t.is(storesOf(runId), 2, "once by the worker, once for the requests");
  await Promise.all(ask("frames?points=77"));
  await Promise.all(ask("frames?points=77"));
  t.is(loadsOf(runId), 2);
});

test("the service loads one frame series at a time, also for parallel requests for several representations of several runs", async (t) => {
  const made = [await makeOldRun("first of two"), await makeOldRun("second of two")];
  let underWay = 0;
  let most = 0;
  for (const { runId } of made) {
    beforeLoading.set(runId, async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      underWay -= 1;
    });
  }
  const requests = made.flatMap(({ client, path }) =>
    ["chart.svg", "frames?points=11", "frames?points=12"].map((what) => client.get(`${path}/${what}`)),
  );
  t.deepEqual([...new Set((await Promise.all(requests)).map(({ status }) => status))], [200]);
  t.is(most, 1);
});

test("a request whose frames have to be drawn gets a 503 with Retry-After if too many such requests are waiting", async (t) => {
  const held = await startHeldService(t);
  const client = await held.service.signIn("crowd");
  const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 }, files: [capture] };
  const { run_id } = (await client.add(form)).body.runs[0];
  await client.waitForRun(run_id);
  const ask = (points: number) => client.get(`/benchmarks/runs/${run_id}/frames?points=${points}`);
  const first = ask(10);
  await held.reached;
  const others = [ask(11), ask(12), ask(13)];
  const refused = await Promise.race(others);
  t.is(refused.status, 503);
  t.is(refused.headers.get("retry-after"), "1");
  t.regex(refused.body.type, /\/problems\/overloaded$/);
  t.is(
    (await client.get(`/benchmarks/runs/${run_id}/chart.svg`)).status,
    200,
    "a stored chart does not wait in the queue",
  );
  held.release();
  t.is((await first).status, 200);
  const statuses = (await Promise.all(others)).map(({ status }) => status);
  t.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 503, 503],
  );
  t.is((await ask(12)).status, 200);
});

test("a run whose overview of frames cannot be stored is complete with its result all the same", async (t) => {
  const other = await startTestService(t, {
    overrides: {
      series: (real) => ({ ...real, storeOverview: () => Promise.reject(new Error("no room")) }),
    },
  });
  const client = await other.signIn("no room");
  const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 }, files: [capture] };
  const { run_id } = (await client.add(form)).body.runs[0];
  t.is((await client.waitForRun(run_id)).body.status, "complete");
  t.is((await client.get(`/benchmarks/runs/${run_id}/chart.svg`)).status, 200);
});
