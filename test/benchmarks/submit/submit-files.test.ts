import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "ava";
import { READER_VERSION } from "../../../src/readers/index.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../../helpers/capture-generator.ts";
import type { Client, SentFile } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { projectUrl } from "../../helpers/project-files.ts";
import { eventually } from "../../faults/system.ts";

const service = await startTestService(test, { env: { MAX_FILE_BYTES: "20000000" } });
const fixture = (path: string): SentFile => ({
  name: path.split("/").at(-1) ?? path,
  content: readFileSync(projectUrl(`test/fixtures/${path}`)),
});
const timeSpy = fixture("3dmark/time-spy.xml");
const frames = makeGameFrames(1, RANKED_FRAMES);
const capture = { name: "harbour.csv", content: makeCapture("presentmon-1.0", frames) };

/**
 * Returns the average frame rate of frames of the game, computed without the code of the readers: 1000 × the number of
 * frames / the sum of their frame times in ms.
 */
function averageFps(captured: typeof frames): number {
  const times = captured
    .filter(({ application }) => application === "harbour.exe")
    .map(({ frameTimeMs }) => frameTimeMs);
  return (1000 * times.length) / times.reduce((sum, time) => sum + time, 0);
}

async function usedRuns(client: Client): Promise<number> {
  return (await client.get("/me")).body.usage.used as number;
}

/**
 * Waits until an account has the expected number of used runs, because a failed run is refunded shortly after its
 * failure is visible.
 */
function usedRunsOnceRefunded(client: Client, expected: number): Promise<number> {
  return eventually(
    () => usedRuns(client),
    (used) => used === expected,
  );
}

test("the run of a 3DMark export is queued, read by a worker, and complete with its result", async (t) => {
  const client = await service.signIn("3dmark");
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 7 }, files: [timeSpy] });
  t.is(added.status, 200, added.text);
  const [{ run_id, status, score }] = added.body.runs;
  t.deepEqual([status, score], ["queued", null]);
  t.is(added.headers.get("location"), added.body.runs[0].url);

  const { body } = await client.waitForRun(run_id);
  t.is(body.status, "complete");
  t.is(body.variant, "Time Spy");
  t.is(body.unit, "fps");
  t.is(body.score, body.metrics.graphics_tests["1"]);
  t.is(body.reader_version, READER_VERSION);
  t.is(body.error, null);
  t.truthy(body.completed_at);
  t.deepEqual(body.file, {
    format: "3dmark-xml",
    bytes: timeSpy.content.length,
    name: "time-spy.xml",
    sha256: createHash("sha256").update(timeSpy.content).digest("hex"),
  });
  const seenByOthers = await service.anonymous.get(`/benchmarks/runs/${run_id}`);
  t.deepEqual(seenByOthers.body.file, { format: "3dmark-xml", bytes: timeSpy.content.length });
});

test("each graphics test is a separate benchmark, and a run whose export lacks the test fails and does not count against the limit", async (t) => {
  const client = await service.signIn("graphics tests");
  const build_id = await client.makeBuild();
  const ids = [7, 17, 18];
  const added = await Promise.all(
    ids.map((id) => client.add({ build_id, benchmarks: { id }, files: [timeSpy] })),
  );
  const runs = await Promise.all(added.map(({ body }) => client.waitForRun(body.runs[0].run_id)));
  const [first, second, third] = runs.map(({ body }) => body);
  t.is(first.score, first.metrics.graphics_tests["1"]);
  t.is(second.score, second.metrics.graphics_tests["2"]);
  t.deepEqual(
    [first.warnings, second.warnings],
    [[], []],
    "the same file, sent for another benchmark, is not a repeated file",
  );
  t.is(third.status, "failed");
  t.is(third.error.code, "missing_graphics_test");
  t.is(await usedRunsOnceRefunded(client, 2), 2, "the failed run is not counted");
});

test("the score of a capture is the average frame rate of the game's frames, and its variant is the name of the game's program", async (t) => {
  const client = await service.signIn("capture");
  const build_id = await client.makeBuild("with a capture");
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  const { body } = await client.waitForRun(added.body.runs[0].run_id);
  t.is(body.status, "complete", JSON.stringify(body.error));
  t.is(body.variant, "harbour");
  t.true(Math.abs(body.score - averageFps(frames)) < 1e-9);
  t.is(body.metrics.frames, RANKED_FRAMES);
  t.is(body.metrics.dropped_frames, 171);
  const build = await client.get(`/builds/${build_id}`);
  t.like(build.body.results[0], {
    benchmark_id: 16,
    variant: "harbour",
    runs: 1,
    best: body.score,
    unit: "fps",
  });
});

test("each file of a submission becomes a run, in the order of the files", async (t) => {
  const client = await service.signIn("several");
  const files = [1, 2, 3].map((seed) => ({
    name: `${seed}.csv`,
    content: makeCapture("presentmon-2.0", makeGameFrames(seed)),
  }));
  const added = await client.add({ build_id: await client.makeBuild(), benchmarks: { id: 16 }, files });
  t.is(added.body.usage.used, 3);
  const runs = await Promise.all(
    added.body.runs.map(({ run_id }: { run_id: string }) => client.waitForRun(run_id)),
  );
  t.deepEqual(
    runs.map(({ body }) => body.file.name),
    ["1.csv", "2.csv", "3.csv"],
  );
  for (const [index, { body }] of runs.entries()) {
    t.true(Math.abs(body.score - averageFps(makeGameFrames(index + 1))) < 1e-9);
  }
});

test("the member `runs` of the field `benchmarks` is ignored for a file benchmark", async (t) => {
  const client = await service.signIn("ignored runs");
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 16, runs: ["x"] }, files: [capture] });
  t.is(added.status, 200);
  t.is(added.body.runs.length, 1);
});

test("a file that is submitted twice counts as two used runs, gives the second run a warning, and counts once in the statistics of the build", async (t) => {
  const client = await service.signIn("again");
  const build_id = await client.makeBuild();
  const form = { build_id, benchmarks: { id: 16 }, files: [capture] };
  const first = await client.add(form);
  await client.waitForRun(first.body.runs[0].run_id);
  const second = await client.add(form);
  const { body } = await client.waitForRun(second.body.runs[0].run_id);
  t.is(body.status, "complete");
  t.true(body.warnings.some((warning: string) => warning.includes("same file")));
  t.is(await usedRuns(client), 2);
  t.is((await client.get(`/builds/${build_id}`)).body.results[0].runs, 1);
});

const compositorOnly = frames.filter(({ application }) => application === "dwm.exe");
const failing: Record<string, { id: number; file: SentFile; code: string; says: RegExp }> = {
  "an XML file that is cut off": {
    id: 7,
    file: { name: "cut.xml", content: timeSpy.content.slice(0, 700) },
    code: "invalid_xml",
    says: /export/i,
  },
  "an export without the graphics test": {
    id: 18,
    file: timeSpy,
    code: "missing_graphics_test",
    says: /3.*1.*2/s,
  },
  "a capture of the compositor only": {
    id: 16,
    file: { name: "desktop.csv", content: makeCapture("presentmon-1.0", compositorOnly) },
    code: "compositor_only",
    says: /dwm\.exe/,
  },
};

for (const [what, { id, file, code, says }] of Object.entries(failing)) {
  test(`a run fails with a reason and is refunded: ${what}`, async (t) => {
    const client = await service.signIn(what);
    const build_id = await client.makeBuild();
    const added = await client.add({ build_id, benchmarks: { id }, files: [file] });
    t.is(added.status, 200, added.text);
    t.is(added.body.usage.used, 1);
    const { body } = await client.waitForRun(added.body.runs[0].run_id);
    t.like(body, { status: "failed", score: null, metrics: null });
    t.is(body.error.code, code);
    t.regex(body.error.detail, says);
    t.is(await usedRunsOnceRefunded(client, 0), 0);
    const [submission] = await service.stores.db.collection("submissions").find({ build_id }).toArray();
    t.like(submission, { charged: 0, refunded: [body.run_id] });
    t.deepEqual((await client.get(`/builds/${build_id}`)).body.results, []);
  });
}

test("a request that waits for a run to end gets the run in its present state after the time limit of the wait", async (t) => {
  const idle = await startTestService(t, { hasWorkers: false });
  const client = await idle.signIn("waiting");
  const added = await client.add({
    build_id: await client.makeBuild(),
    benchmarks: { id: 16 },
    files: [capture],
  });
  const startedAt = Date.now();
  const { body } = await client.get(`/benchmarks/runs/${added.body.runs[0].run_id}?wait=1`);
  t.is(body.status, "queued");
  t.true(Date.now() - startedAt >= 990);
});
