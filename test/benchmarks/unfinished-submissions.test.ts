import test from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";

// A submission that was interrupted between its commit and the making of its runs, as by the death of MongoDB. No worker
// runs, so that no sweep finishes it.
const service = await startTestService(test, { hasWorkers: false });
const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
const { db } = service.stores;

async function submitAndInterrupt(client: Awaited<ReturnType<typeof service.signIn>>) {
  const build_id = await client.makeBuild();
  const answers = [
    await client.add({ build_id, benchmarks: { id: 15, runs: [1200] } }),
    await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] }),
  ];
  await db.collection("runs").deleteMany({ build_id });
  await db.collection("submissions").updateMany({ build_id }, { $set: { materialised: false } });
  return answers.map(({ body }) => `/benchmarks/runs/${body.runs[0].run_id as string}`) as [string, string];
}

test("its runs are there all the same: a score is complete, a file waits", async (t) => {
  const client = await service.signIn("interrupted");
  const [score, file] = await submitAndInterrupt(client);
  t.like((await client.get(score)).body, { status: "complete", score: 1200 });
  t.like((await client.get(`${score}?wait=30`)).body, { status: "complete", score: 1200 });
  t.like((await client.get(file)).body, { status: "queued", score: null });
  t.like((await client.get(`${file}?wait=1`)).body, { status: "queued" });
  t.is((await client.get(`${file}/file`)).text, capture.content);
  const frames = await client.get(`${file}/frames`);
  t.is(frames.status, 404);
  t.regex(frames.body.detail, /has no frame times yet: its file is queued/);
  t.is((await client.get("/benchmarks/runs/unknown")).status, 404);
  t.is(
    await db.collection("runs").countDocuments({ account_id: (await client.get("/me")).body.account_id }),
    0,
  );
});

test("its runs can be deleted, and stay so", async (t) => {
  const client = await service.signIn("deletes");
  const paths = await submitAndInterrupt(client);
  for (const path of paths) {
    t.is((await service.anonymous.send("DELETE", path)).status, 401);
    t.is((await client.send("DELETE", path)).status, 204);
    t.is((await client.get(path)).status, 404);
    t.is((await client.send("DELETE", path)).status, 404);
  }
  t.is((await client.get("/me")).body.usage.used, 2);
});
