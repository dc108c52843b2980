import test from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { storedState } from "../helpers/stored-state.ts";

// The service has no workers: the tests run the sweep of deleted builds themselves.
let now = new Date();
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: { clock: () => () => now },
});
const { db } = service.stores;
const { builds, runParser } = service.services;
const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };

async function submitCapture(client: Client, build_id: number): Promise<string> {
  const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  const runId = body.runs[0].run_id as string;
  await runParser.parse(runId);
  return runId;
}

/** Stores copies of a run, as if each copy had been submitted separately. */
async function storeCopies(runId: string, count: number): Promise<void> {
  const runs = db.collection<{ _id: string }>("runs");
  const run = await runs.findOne({ _id: runId });
  if (!run) throw new Error(`expected run ${runId}, found none`);
  await runs.insertMany(Array.from({ length: count }, (_, n) => ({ ...run, _id: `${runId}-${n}` })));
}

const runsOf = (build_id: number) => db.collection("runs").countDocuments({ build_id });
async function sweepUntilGone(build_id: number): Promise<void> {
  while ((await runsOf(build_id)) > 0) await builds.sweep.run();
}
const pass = (ms: number) => (now = new Date(now.getTime() + ms));
const DAY_MS = 24 * 60 * 60 * 1000;

test.serial("a deleted build and its runs are invisible at once, and a sweep removes them", async (t) => {
  const client = await service.signIn("invisible");
  const before = await storedState(service, client);
  const build_id = await client.makeBuild();
  const runId = await submitCapture(client, build_id);
  const score = await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  const paths = [
    `/builds/${build_id}`,
    `/builds/${build_id}/runs`,
    ...["", "?wait=1", "/frames", "/chart.svg", "/file"].map((rest) => `/benchmarks/runs/${runId}${rest}`),
    `/benchmarks/runs/${score.body.runs[0].run_id}`,
  ];
  for (const path of paths) t.is((await client.get(path)).status, 200, path);

  t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
  t.is(await runsOf(build_id), 2, "the request removes no run itself");
  for (const path of paths) t.is((await client.get(path)).status, 404, path);
  t.is((await client.send("DELETE", `/benchmarks/runs/${runId}`)).status, 404);
  t.deepEqual((await client.get("/builds")).body, { results: [], total: 0 });

  await builds.sweep.run();
  t.deepEqual(await storedState(service, client), {
    ...before,
    submissions: (before["submissions"] ?? 0) + 2,
    used: 2,
  });
});

test.serial("a wait for a run ends with 404 if the run's build is deleted during the wait", async (t) => {
  const client = await service.signIn("waits");
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  const runId = body.runs[0].run_id as string;
  const waited = client.waitForRun(runId);
  await client.send("DELETE", `/builds/${build_id}`);
  await runParser.parse(runId);
  t.is((await waited).status, 404);
  await sweepUntilGone(build_id);
});

test.serial("a sweep continues the removal of a build if the process that began it died", async (t) => {
  const client = await service.signIn("dies");
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  await storeCopies(body.runs[0].run_id as string, 500);
  await client.send("DELETE", `/builds/${build_id}`);
  let batches = 0;
  const dying = service.servicesWith({
    runsRepository: (runs) => ({
      ...runs,
      removeDeleted: async (ids, options) => {
        batches += 1;
        if (batches === 2) throw new Error("killed");
        await runs.removeDeleted(ids, options);
      },
    }),
  });
  // On a slow machine a round of the sweep may end after its first batch.
  await t.throwsAsync(async () => {
    for (;;) await dying.builds.sweep.run();
  });
  t.is(await runsOf(build_id), 301, "one batch is removed");
  await sweepUntilGone(build_id);
  t.is(await runsOf(build_id), 0);
});

test.serial("the removal of a small deleted build does not wait for that of a large build", async (t) => {
  const client = await service.signIn("small and large");
  const ids = [await client.makeBuild("large"), await client.makeBuild("small")];
  const [large = 0, small = 0] = ids;
  for (const build_id of ids) {
    const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
    if (build_id === large) await storeCopies(body.runs[0].run_id as string, 600);
  }
  for (const build_id of ids) await client.send("DELETE", `/builds/${build_id}`);
  const removedWith: number[] = [];
  const watched = service.servicesWith({
    runsRepository: (runs) => ({
      ...runs,
      removeDeleted: async (runIds, options) => {
        await runs.removeDeleted(runIds, options);
        if (removedWith.length === 0 && (await runsOf(small)) === 0) removedWith.push(await runsOf(large));
      },
    }),
  });
  await watched.builds.sweep.run();
  t.deepEqual(removedWith, [401]);
  await sweepUntilGone(large);
});

test.serial(
  "the document of a deleted build is removed after a month, and never before its runs",
  async (t) => {
    const client = await service.signIn("a month");
    const build_id = await client.makeBuild();
    await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
    await client.send("DELETE", `/builds/${build_id}`);
    const stored = () => db.collection<{ _id: number }>("builds").countDocuments({ _id: build_id });
    pass(31 * DAY_MS);
    const failing = service.servicesWith({
      runsRepository: (runs) => ({
        ...runs,
        removeDeleted: () => Promise.reject(new Error("no connection")),
      }),
    });
    await t.throwsAsync(failing.builds.sweep.run());
    t.is(await runsOf(build_id), 1);
    t.is(await stored(), 1);
    await builds.sweep.run();
    t.is(await runsOf(build_id), 0);
    await builds.sweep.run();
    t.is(await stored(), 1, "the build is not yet removed from the standings");
    await service.services.standings.sweep.run();
    await builds.sweep.run();
    t.is(await stored(), 0);
  },
);

test.serial("an account with many builds and runs is deleted in batches", async (t) => {
  const client = await service.signIn("many");
  const { account_id } = (await client.get("/me")).body.account as { account_id: string };
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  await storeCopies(body.runs[0].run_id as string, 300);
  const store = db.collection<{ _id: number }>("builds");
  const build = await store.findOne({ _id: build_id });
  await store.insertMany(Array.from({ length: 250 }, (_, n) => ({ ...build, _id: 10_000_000 + n })));
  t.is((await client.send("DELETE", "/me")).status, 204);
  t.is(await db.collection("builds").countDocuments({ owner_id: account_id }), 0);
  t.is(await runsOf(build_id), 0);
});
