import test from "ava";
import type { Submission } from "../../../src/benchmarks/model/submission.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { sessionOf } from "../../helpers/session-of.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually } from "../../faults/system.ts";

// Tests submissions that were interrupted between their commit and the creation of their runs. The service has no
// workers, so that no sweep finishes a submission before a test calls sweep().
const service = await startTestService(test, { hasWorkers: false, env: { UPLOAD_AGE_MS: "600000" } });
const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
const { db } = service.stores;

type Client = Awaited<ReturnType<typeof service.signIn>>;

const submissions = db.collection<Submission>("submissions");
const pathOf = (runId: string) => `/benchmarks/runs/${runId}`;

/** Submits a score and a file. Returns the ids of the build and of the two runs. */
async function submitBoth(client: Client): Promise<{ build_id: number; score: string; file: string }> {
  const build_id = await client.makeBuild();
  const score = await client.add({ build_id, benchmarks: { id: 15, runs: [1200] } });
  const file = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  return { build_id, score: score.body.runs[0].run_id, file: file.body.runs[0].run_id };
}

/** Makes the submissions of a build pending, as if the creation of their runs had been interrupted an hour ago. */
async function interrupt(build_id: number): Promise<void> {
  // Wait until no submission of the build is pending: the service marks finished submissions within a second after the
  // response.
  const unmarked = () => submissions.countDocuments({ build_id, runs_created: false });
  await eventually(unmarked, (count) => count === 0);
  const created_at = new Date(Date.now() - 3_600_000);
  await submissions.updateMany({ build_id }, { $set: { runs_created: false, created_at } });
}

/**
 * Submits a score and a file, and makes the submissions pending again, as before their runs were created. Returns the
 * build and the addresses of the runs.
 */
async function submitAndInterrupt(client: Client) {
  const { build_id, score, file } = await submitBoth(client);
  await db.collection("runs").deleteMany({ build_id });
  await interrupt(build_id);
  return { build_id, score: pathOf(score), file: pathOf(file) };
}

/** Runs each sweep of the service once, as a worker does. */
async function sweep(): Promise<void> {
  for (const { run } of service.services.sweeps) await run();
}

test.serial(
  "the runs of an interrupted submission can be read: the run of a score is complete, and the run of a file is queued",
  async (t) => {
    const client = await service.signIn("interrupted");
    const { score, file } = await submitAndInterrupt(client);
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
      await db
        .collection("runs")
        .countDocuments({ account_id: (await client.get("/me")).body.account.account_id }),
      0,
    );
  },
);

test.serial("the runs of an interrupted submission can be deleted, and no sweep creates them", async (t) => {
  const client = await service.signIn("deletes");
  const { build_id, score, file } = await submitAndInterrupt(client);
  for (const path of [score, file]) {
    t.is((await service.anonymous.send("DELETE", path)).status, 401);
    t.is((await client.send("DELETE", path)).status, 204);
    t.is((await client.get(path)).status, 404);
    t.is((await client.send("DELETE", path)).status, 404);
  }
  await sweep();
  t.is(await db.collection("runs").countDocuments({ build_id }), 0);
  t.is(await submissions.countDocuments({ build_id, runs_created: true }), 2);
  t.is((await client.get("/me")).body.usage.used, 2);
});

test.serial("a sweep removes a run that another process created after its deletion", async (t) => {
  const client = await service.signIn("created again");
  const { build_id, score } = await submitBoth(client);
  // Create the state that another process leaves if it reads the ledger before the run is deleted, creates the run
  // after the deletion, and dies.
  await interrupt(build_id);
  await submissions.updateMany({ build_id, "runs.run_id": score }, { $set: { deleted: [score] } });
  t.is((await client.get(pathOf(score))).status, 200);
  await sweep();
  t.is((await client.get(pathOf(score))).status, 404);
  t.is(await db.collection("runs").countDocuments({ build_id }), 1);
});

test.serial("a run that a sweep creates during its deletion is deleted", async (t) => {
  const client = await service.signIn("in the middle");
  const { build_id, score } = await submitAndInterrupt(client);
  const { runs } = service.servicesWith({
    ledger: (ledger) => ({
      ...ledger,
      markRunsDeleted: async (submissionId, runIds) => {
        await sweep();
        await ledger.markRunsDeleted(submissionId, runIds);
      },
    }),
  });
  const { account_id } = (await client.get("/me")).body.account;
  await runs.delete(score.split("/").at(-1) ?? "", sessionOf(account_id));
  t.is((await client.get(score)).status, 404);
  t.is(await db.collection("runs").countDocuments({ build_id }), 1);
});

test.serial("a request for a run that is being deleted gets a 404, not the run of the ledger", async (t) => {
  const client = await service.signIn("hidden");
  const { build_id, score } = await submitBoth(client);
  await interrupt(build_id);
  await db.collection("runs").updateMany({ build_id }, { $set: { status: "deleting" } });
  t.is((await client.get(pathOf(score))).status, 404);
});

test.serial("the deletion of a build also deletes the runs that are not created yet", async (t) => {
  const client = await service.signIn("deletes the build");
  const { build_id, score, file } = await submitAndInterrupt(client);
  t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
  for (const path of [score, file]) t.is((await client.get(path)).status, 404);
  await sweep();
  t.is(await db.collection("runs").countDocuments({ build_id }), 0);
});

test.serial(
  "a sweep finishes a submission of several runs whose build was deleted before the submission was marked as finished",
  async (t) => {
    const client = await service.signIn("deletes the build");
    const build_id = await client.makeBuild();
    const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [1200, 1300, 1250] } });
    t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
    const ids = (body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
    // The deletion of a build records the deleted runs in no fixed order. Record them in another order than that of the
    // submission, and make the submission pending, as if the process that stored it had died.
    const created_at = new Date(Date.now() - 3_600_000);
    const interrupted = { created_at, deleted: ids.toReversed(), runs_created: false };
    t.is((await submissions.updateOne({ build_id }, { $set: interrupted })).matchedCount, 1);
    await sweep();
    const submission = await submissions.findOne({ build_id });
    t.deepEqual(submission?.deleted.toSorted(), ids.toSorted());
    t.true(submission?.runs_created);
    t.is(await db.collection("runs").countDocuments({ build_id }), 0);
  },
);
