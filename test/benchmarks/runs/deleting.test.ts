import test from "ava";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";
import { until } from "../../helpers/until.ts";
import { eventually } from "../../faults/system.ts";

const service = await startTestService(test, {
  env: { SWEEP_INTERVAL_MS: "1000", SWEEP_AGE_MS: "50" },
  // On a busy machine, a worker may not renew its claim on a file within SWEEP_AGE_MS, and so loses the claim. These
  // lost claims must not make the run fail.
  constants: { PARSE_MAX_ATTEMPTS: 100 },
});
const capture = { name: "größe 東京.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };

async function submitCapture(client: Client, build_id: number): Promise<string> {
  const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  const runId = body.runs[0].run_id as string;
  await client.waitForRun(runId);
  return runId;
}

test("the runs of a build are listed newest first, in pages, and can be filtered by benchmark", async (t) => {
  const client = await service.signIn("lists");
  const build_id = await client.makeBuild();
  for (const score of [1, 2, 3]) await client.add({ build_id, benchmarks: { id: 15, runs: [score] } });
  await client.add({ build_id, benchmarks: { id: 3, runs: [9] } });
  const path = `/builds/${build_id}/runs`;
  const first = await service.anonymous.get(`${path}?limit=3`);
  t.is(first.body.total, 4);
  t.deepEqual(
    first.body.results.map(({ score }: { score: number }) => score),
    [9, 3, 2],
  );
  const { body } = await service.anonymous.get(`${path}?benchmark_id=15&page=2&limit=2`);
  t.deepEqual([body.total, body.results.map(({ score }: { score: number }) => score)], [3, [1]]);
  t.is((await service.anonymous.get("/builds/987654/runs")).status, 404);
  t.is((await service.anonymous.get(`${path}?benchmark_id=x`)).status, 422);
});

test("only the submitter of a file can download it, byte for byte", async (t) => {
  const client = await service.signIn("files");
  const build_id = await client.makeBuild();
  const runId = await submitCapture(client, build_id);
  const answer = await client.get(`/benchmarks/runs/${runId}/file`);
  t.is(answer.status, 200);
  t.is(answer.text, capture.content);
  t.regex(
    answer.headers.get("content-disposition") ?? "",
    /^attachment; .*filename\*=UTF-8''gr%C3%B6%C3%9Fe%20/,
  );
  t.is((await service.anonymous.get(`/benchmarks/runs/${runId}/file`)).status, 401);
  const stranger = await service.signIn("stranger");
  t.is((await stranger.get(`/benchmarks/runs/${runId}/file`)).status, 403);
  const score = await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  t.is((await client.get(`/benchmarks/runs/${score.body.runs[0].run_id}/file`)).status, 404);
});

test("a run is deleted with its file, stays counted as used, and no sweep creates the run again", async (t) => {
  const client = await service.signIn("deletes");
  const build_id = await client.makeBuild();
  const runId = await submitCapture(client, build_id);
  const path = `/benchmarks/runs/${runId}`;
  t.is((await (await service.signIn("stranger")).send("DELETE", path)).status, 403);
  const { db } = service.stores;
  const submissions = db.collection<{
    _id: string;
    contents?: object;
    runs_created: boolean;
  }>("submissions");
  const submission = await submissions.findOne({ build_id });
  if (!submission) {
    t.fail("no submission");
    return;
  }
  t.is((await client.send("DELETE", path)).status, 204);
  t.is((await client.get(path)).status, 404);
  t.is((await client.send("DELETE", path)).status, 404);
  t.deepEqual((await client.get(`/builds/${build_id}`)).body.results, []);
  t.deepEqual((await submissions.findOne({ _id: submission._id }))?.contents, {}, "the file is removed");
  t.is((await client.get("/me")).body.usage.used, 1);
  // Make the submission pending again: the sweep must finish the submission without creating the deleted run.
  await submissions.updateOne({ _id: submission._id }, { $set: { runs_created: false } });
  const finished = () => submissions.findOne({ _id: submission._id, runs_created: true });
  t.truthy(await eventually(finished, Boolean));
  t.is((await client.get(path)).status, 404);
  t.is((await client.get("/me")).body.usage.used, 1);
});

test.serial("a build is deleted with its runs and files, and its runs stay counted as used", async (t) => {
  const client = await service.signIn("build");
  const before = await storedState(service, client);
  const build_id = await client.makeBuild();
  const runId = await submitCapture(client, build_id);
  await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2] } });
  const stranger = await service.signIn("stranger");
  t.is((await stranger.send("DELETE", `/builds/${build_id}`)).status, 403);
  t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
  t.is((await client.get(`/builds/${build_id}`)).status, 404);
  t.is((await client.get(`/benchmarks/runs/${runId}`)).status, 404);
  t.is((await client.get("/builds")).body.total, 0);
  t.is((await client.add({ build_id, benchmarks: { id: 15, runs: [1] } })).status, 404);
  const runs = service.stores.db.collection("runs");
  await until(async () => (await runs.countDocuments({ build_id })) === 0, "the runs are removed");
  t.deepEqual(await storedState(service, client), {
    ...before,
    submissions: (before["submissions"] ?? 0) + 2,
    used: 3,
  });
});

test("a run that is deleted while a worker reads its file stays deleted", async (t) => {
  const client = await service.signIn("races");
  const build_id = await client.makeBuild();
  const { db } = service.stores;
  for (let round = 0; round < 10; round += 1) {
    const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
    t.is((await client.send("DELETE", `/benchmarks/runs/${body.runs[0].run_id}`)).status, 204);
  }
  // Submit another file and wait for its run: the worker reads this file after the files of the deleted runs.
  await submitCapture(client, await client.makeBuild());
  const left = async () => db.collection("runs").countDocuments({ build_id });
  const contents = async () =>
    (await db.collection("submissions").find({ build_id }).toArray()).flatMap((submission) =>
      Object.keys(submission["contents"] as object),
    );
  await until(async () => (await left()) === 0, "the deleted runs are removed");
  await until(async () => (await contents()).length === 0, "the files of the deleted runs are removed");
  t.is(await left(), 0);
});

test("only the owner of a build may change it, and nobody may change a build without an owner", async (t) => {
  const client = await service.signIn("changes");
  const build_id = await client.makeBuild("old");
  const changed = await client.send("PATCH", `/builds/${build_id}`, { name: "new" });
  t.is(changed.status, 200);
  t.is(changed.body.build.name, "new");
  t.is((await client.get(`/builds/${build_id}`)).body.build.name, "new");
  const wrong = await client.send("PATCH", `/builds/${build_id}`, { name: "", parts: { cpu: 123_456 } });
  t.is(wrong.status, 422);
  const stranger = await service.signIn("stranger");
  t.is((await stranger.send("PATCH", `/builds/${build_id}`, { name: "mine" })).status, 403);
  await service.services.builds.saveOwnerless({ _id: 800_001, name: "bench", parts: {} });
  t.is((await client.send("PATCH", "/builds/800001", { name: "mine" })).status, 403);
  t.is((await client.send("DELETE", "/builds/800001")).status, 403);
});
