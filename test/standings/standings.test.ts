import { isDeepStrictEqual } from "node:util";
import test from "ava";
import { categoryIdOf } from "../../src/standings/model/category.ts";
import { cohortOf, memberOf, placeIn, type CohortParts } from "../../src/standings/model/cohort.ts";
import { makeCapFrameXRecord, recordInfo } from "../helpers/capframex-generator.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import {
  inOrder,
  referenceEntries,
  referenceRanks,
  referenceStanding,
  storedEntries,
  storedRanks,
} from "./reference-standings.ts";
import type { ComparedIds } from "./stored-parts.ts";

const service = await startTestService(test);
const { db, redis, keyPrefix } = service.stores;
const { catalogue, reviews, runsRepository, runParser } = service.services;
const R23 = 15;
const GAME = 16;

const cpu = { make: "AMD", cores: 6, threads: 12, base_clock_mhz: 3000, socket: "made-up" };
const gpu = { make: "ASUS", chipset_make: "NVIDIA", chipset: "GeForce RTX 3080" };
const ids = { cpu: [0, 0], gpu: [0, 0] };

test.before(async () => {
  for (const kind of ["cpu", "gpu"] as const)
    for (const [index, model] of ["One", "Two"].entries()) {
      await catalogue.save(kind, "test", [
        { sourceId: model, fields: { ...(kind === "cpu" ? cpu : gpu), model } },
      ]);
      const stored = await db.collection("products").findOne({ kind, source_id: model });
      ids[kind][index] = stored?.["id"] as number;
    }
});

async function buildWith(client: Client, parts: ComparedIds): Promise<number> {
  const { body } = await client.post("/builds", { name: "measured", parts });
  return body.build.build_id as number;
}

async function addScore(client: Client, build_id: number, score: number): Promise<string> {
  const { body } = await client.add({ build_id, benchmarks: { id: R23, runs: [score] } });
  return body.runs[0].run_id as string;
}

/** Waits until the stored entries and ranks agree with the stored runs and builds. Returns the ranks. */
async function agreed(what: string) {
  let ranks: ReturnType<typeof referenceRanks> = {};
  await until(async () => {
    const entries = await referenceEntries(db);
    ranks = referenceRanks(entries);
    return (
      isDeepStrictEqual(inOrder(await storedEntries(db)), inOrder(entries)) &&
      isDeepStrictEqual(await storedRanks(redis, keyPrefix), ranks)
    );
  }, `the standings agree with runs and builds after: ${what}`);
  return ranks;
}

/** Returns the expected standing (rank) of a score of an account, computed from `ranks`. */
function expectedStanding(
  ranks: ReturnType<typeof referenceRanks>,
  {
    account_id,
    parts,
    score,
    category,
  }: { account_id: string; parts: CohortParts; score: number; category: string },
) {
  const among = (shared: CohortParts) => {
    const cohort = cohortOf(shared);
    const own = memberOf(account_id, placeIn(cohort, parts));
    return referenceStanding(ranks[`${category}:${cohort}`], own, score);
  };
  const { cpu, gpu } = parts;
  return {
    all: among({}),
    same_cpu: cpu === undefined ? null : among({ cpu }),
    same_gpu: gpu === undefined ? null : among({ gpu }),
    same_cpu_and_gpu: cpu === undefined || gpu === undefined ? null : among({ cpu, gpu }),
  };
}

const r23 = categoryIdOf({ benchmark_id: R23, variant: null, resolution: null, preset: null });
const accountOf = async (client: Client): Promise<string> =>
  (await client.get("/me")).body.account.account_id;

test.serial(
  "the response for a run has its standing (rank), which is updated after every change of runs, builds and accounts",
  async (t) => {
    const [cpuId = 0, otherCpu = 0] = ids.cpu;
    const [gpuId = 0] = ids.gpu;
    const clients = await Promise.all(Array.from({ length: 8 }, (_, n) => service.signIn(`account ${n}`)));
    const made = await Promise.all(
      clients.map(async (client, n) => {
        const parts = { cpu: cpuId, ...(n < 6 && { gpu: gpuId }) };
        const buildId = await buildWith(client, parts);
        return { client, buildId, parts, runId: await addScore(client, buildId, 1000 + 100 * n) };
      }),
    );
    const [first, second, third, fourth] = made;
    if (!first || !second || !third || !fourth) throw new Error("expected eight builds");
    const account_id = await accountOf(first.client);
    const [parts = {}] = await catalogue.comparedAs([first.parts]);
    const same = { account_id, category: r23, parts };

    let ranks = await agreed("scores");
    const { body } = await service.anonymous.get(`/benchmarks/runs/${first.runId}`);
    t.deepEqual(body.standing, expectedStanding(ranks, { ...same, score: 1000 }));
    t.deepEqual([body.standing.all.builds, body.standing.all.rank, body.standing.same_gpu.builds], [8, 8, 6]);

    // A second build of the same account with the same parts must not count as another build in a comparison of builds.
    const twin = await buildWith(first.client, first.parts);
    await addScore(first.client, twin, 1750);
    await addScore(first.client, first.buildId, 1150);
    ranks = await agreed("a better run, and a second build");
    const build = async (id: number) => (await service.anonymous.get(`/builds/${id}`)).body.results[0];
    const { run_id, score, ...standing } = (await build(first.buildId)).standing;
    t.is(score, 1150);
    t.not(run_id, first.runId);
    t.is(standing.all.builds, 8);
    t.deepEqual(standing, expectedStanding(ranks, { ...same, score: 1150 }));

    t.is(
      (await second.client.send("PATCH", `/builds/${second.buildId}`, { parts: { cpu: otherCpu } })).status,
      200,
    );
    await agreed("other parts");
    await reviews.decide(third.runId, { decision: "rejected", reason: "too good" });
    await agreed("a rejected run");
    t.is((await service.anonymous.get(`/benchmarks/runs/${third.runId}`)).body.standing, null);
    const ofRejected = await build(third.buildId);
    t.deepEqual([ofRejected.best, ofRejected.standing], [null, null]);
    await reviews.decide(third.runId, { decision: "accepted", reason: null });
    await agreed("an accepted run");
    t.is((await fourth.client.send("DELETE", `/benchmarks/runs/${fourth.runId}`)).status, 204);
    t.is(
      await db.collection("runs").countDocuments({ _id: fourth.runId as never }),
      0,
      "the document of a deleted run is removed at once",
    );
    await agreed("a deleted run");
    t.is((await first.client.send("DELETE", `/builds/${twin}`)).status, 204);
    await agreed("a deleted build");
    await until(
      async () => (await db.collection("standings").countDocuments({ build_id: twin })) === 0,
      "the entries of a deleted build are gone",
    );
    t.is((await first.client.send("DELETE", "/me")).status, 204);
    await agreed("a deleted account");
    t.is(await db.collection("standings").countDocuments({ account_id }), 0);
    await redis.unlink(await redis.keys(`{${keyPrefix}:*`));
    // Send a request that finds no ranks in Redis, so that it adds a job that fills the ranks.
    await service.anonymous.get(`/benchmarks/runs/${second.runId}`);
    await agreed("a lost Redis");
  },
);

test.serial(
  "captures are ranked within their game and settings, and their ranks are updated after they are read again",
  async (t) => {
    const submit = async (client: Client, fps: number, settings: object) => {
      const frameTimes = Array.from({ length: 1100 }, () => 1000 / fps);
      const file = {
        name: "a.json",
        content: makeCapFrameXRecord([{ frameTimes }], { ...recordInfo, ResolutionInfo: null }),
      };
      const build_id = await client.makeBuild();
      const { body } = await client.add({ build_id, benchmarks: { id: GAME, settings }, files: [file] });
      await client.waitForRun(body.runs[0].run_id as string);
      return body.runs[0].run_id as string;
    };
    const runIds: string[] = [];
    for (const [n, resolution] of ["4K", "3840×2160", "2160p", "3840x2160", "4k"].entries())
      runIds.push(await submit(await service.signIn(`gamer ${n}`), 100 + n, { resolution, preset: "Ultra" }));
    await agreed("captures");
    const entries = await storedEntries(db);
    t.is(
      entries.filter(({ run_id }) => run_id === runIds[0]).length,
      4,
      "entries of all runs, of the resolution, of the preset, and of both",
    );
    const { standing } = (await service.anonymous.get(`/benchmarks/runs/${runIds[4]}`)).body;
    t.like(standing, { all: { builds: 5, rank: 1, better_than_percent: 100 }, same_cpu: null });
    const named = await db
      .collection("standing_categories")
      .findOne({ benchmark_id: GAME, resolution: "3840x2160" });
    t.is(named?.["resolution"], "3840x2160");

    const run = await runsRepository.find(runIds[4] ?? "");
    if (!run) throw new Error("expected the run that was read");
    await db
      .collection("runs")
      .updateOne({ _id: run._id as never }, { $set: { score: 1, reader_version: 0 } });
    const changed = await runsRepository.find(run._id);
    if (changed) await runParser.reprocess(changed, { isDryRun: false });
    await agreed("a capture that was read again");
    const lists = (await service.anonymous.get(`/builds/${run.build_id}/runs?page=1&limit=5`)).body.results;
    t.false("standing" in lists[0], "the runs in a list have no standings");
  },
);

test.serial("a run of a build without an owner is shown but not ranked", async (t) => {
  const build_id = await service.services.buildsRepository.nextId();
  await service.services.builds.saveOwnerless({ _id: build_id, name: "nobody's", parts: { cpu: 1 } });
  const client = await service.signIn("a helper");
  const runId = await addScore(client, build_id, 5000);
  await until(
    async () => (await runsRepository.findBuildWithRankingDue(null)) === null,
    "no run is left to be ranked",
  );
  t.is((await service.anonymous.get(`/benchmarks/runs/${runId}`)).body.standing, null);
  t.is((await service.anonymous.get(`/builds/${build_id}`)).body.results[0].standing, null);
  t.is(await db.collection("standings").countDocuments({ build_id }), 0);
  t.is((await client.send("DELETE", `/benchmarks/runs/${runId}`)).status, 204);
  t.is(await db.collection("runs").countDocuments({ build_id }), 0);
});

test.serial("while Redis has no ranks, responses lack the rank and are otherwise complete", async (t) => {
  const alone = await startTestService(t, { hasWorkers: false });
  const client = await alone.signIn("alone");
  const build_id = await client.makeBuild();
  const runId = await addScore(client, build_id, 1000);
  const run = await client.get(`/benchmarks/runs/${runId}`);
  t.deepEqual([run.status, run.body.score, "standing" in run.body], [200, 1000, false]);
  // The sweep that updates ranks stores the run as the build's entry of the ranking in MongoDB, but Redis still has no
  // ranks.
  await alone.services.standings.sweep.run();
  t.is((await storedEntries(alone.stores.db)).length, 1);
  const build = await client.get(`/builds/${build_id}`);
  t.deepEqual(
    [build.status, build.body.results[0].best, "standing" in build.body.results[0]],
    [200, 1000, false],
  );
  t.is((await client.send("DELETE", `/benchmarks/runs/${runId}`)).status, 204);
});

test.serial("the export of an account contains its entries of rankings", async (t) => {
  const client = await service.signIn("exporter");
  await addScore(client, await client.makeBuild(), 777);
  await agreed("one more");
  const { accountData } = service.services.standings;
  const files = [];
  for await (const { path, content } of accountData.exportAllOf(await accountOf(client))) {
    const chunks = [];
    for await (const chunk of content) chunks.push(chunk);
    files.push([path, JSON.parse(Buffer.concat(chunks).toString())] as const);
  }
  t.is(files[0]?.[0], "standings.json");
  t.like(files[0]?.[1][0], { score: 777, cohorts: ["all"] });
});
