import test from "ava";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import type { Client } from "../helpers/client.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { untilRanked } from "../helpers/until-ranked.ts";
import { loadProducts } from "../http/access-resources.ts";
import { textOf, visitsOf } from "../pages/page-visits.ts";

const service = await openTestService({});
const { builds, reviews } = service.services;
await loadProducts(service);
onTeardown(test, service.close);
const { anonymous } = service;
const admin = adminCommandsOf(service);

const CPU_ID = 1;
const REASON = "an insult in its name";
const capture = (seed: number) => ({
  name: "capture.csv",
  content: makeCapture("presentmon-1.0", makeGameFrames(seed)),
});

/** A build with a typed-in score and a capture, the ids of the two runs, and the client of the owner. */
interface Measured {
  owner: Client;
  name: string;
  build: number;
  score: string;
  game: string;
}

let made = 0;
async function measure(score: number): Promise<Measured> {
  const name = `tower-${(made += 1)}-of-somebody`;
  const owner = await service.signIn(`owner of ${name}`);
  const { body } = await owner.post("/builds", { name, parts: { cpu: CPU_ID } });
  const build = body.build.build_id as number;
  const scores = await owner.add({ build_id: build, benchmarks: { id: 15, runs: [score] } });
  const captures = await owner.add({ build_id: build, benchmarks: { id: 16 }, files: [capture(made)] });
  const game = captures.body.runs[0].run_id as string;
  await owner.waitForRun(game);
  return { owner, name, build, score: scores.body.runs[0].run_id, game };
}

/** A build that no test hides. */
let neverHidden: Measured;

test.before("enough builds to compare exist for the tests of hidden results", async () => {
  for (let index = 0; index < 6; index += 1) await measure(10_000 + index);
  neverHidden = await measure(12_000);
  await untilRanked(service.stores);
});

const isListed = (results: { run_id: string }[], runId: string) =>
  results.some(({ run_id }) => run_id === runId);

/** Returns how many builds the ranking and the page of a processor count, and whether they name a build and its run. */
async function ranked({ build, score }: Measured) {
  const ranking = (await anonymous.get("/benchmarks/15/ranking?limit=100")).body;
  const products = (await anonymous.get("/products/cpu?limit=100")).body.results;
  const { url_slug } = products.find(({ id }: { id: number }) => id === CPU_ID);
  const results = (await anonymous.get(`/products/cpu/${url_slug}/results`)).body.results;
  return {
    total: ranking.total as number,
    ofProduct: results.find(({ benchmark_id }: { benchmark_id: number }) => benchmark_id === 15)
      .builds as number,
    namesBuild: ranking.results.some(
      (row: { build: { build_id: number } }) => row.build.build_id === build,
    ) as boolean,
    namesRun: isListed(ranking.results, score),
  };
}

/** Returns the ids of the runs that the page of a build offers for a comparison. */
const offeredIn = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*name="runs"[^>]*>/g)].map(([box]) => /value="([^"]*)"/.exec(box)?.[1] ?? "");

/** Returns the status of the response to each public address of a run. */
async function statusesOfRun(client: Client, runId: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const part of [
    "",
    "?wait=1",
    "/frames",
    "/chart.svg",
    "/chart.svg?view=fps",
    "/preview.svg",
    "/preview.png",
  ])
    statuses[part] = (await client.get(`/benchmarks/runs/${runId}${part}`)).status;
  const other = neverHidden.game;
  statuses["chart"] = (await client.get(`/compare/chart.svg?runs=${runId},${other}`)).status;
  statuses["page"] = (await visitsOf(service, client).open(`/r/${runId}`)).status;
  return statuses;
}

const allOf = (statuses: Record<string, number>) =>
  [...new Set(Object.values(statuses))].toSorted((one, other) => one - other);

test.serial(
  "a build that `moderate` hides disappears for everybody but its owner, who sees the reason, and --restore brings it back everywhere",
  async (t) => {
    const hidden = await measure(20_000);
    const other = await measure(15_000);
    await untilRanked(service.stores);
    const before = await ranked(hidden);
    t.like(before, { namesBuild: true, namesRun: true });
    const { build, game, score, name, owner } = hidden;
    const stranger = await service.signIn("a stranger");
    const publicPaths = [`/builds/${build}`, `/builds/${build}/runs`, `/builds/${build}/upgrades?kind=cpu`];
    const homeHas = async () => (await visitsOf(service, null).open("/")).html.includes(name);
    t.true(await homeHas());
    const wasShown = await anonymous.get(`/builds/${build}`);
    t.is(wasShown.status, 200);

    const { code, stdout, stderr } = await admin(
      "moderate",
      "--build",
      String(build),
      "--hide",
      "--reason",
      REASON,
    );
    t.is(code, 0, stderr);
    t.is(stdout, `build ${build} (${name}) is hidden, with all its runs\n`);
    for (const client of [anonymous, stranger]) {
      for (const path of publicPaths) t.is((await client.get(path)).status, 404, path);
      t.is((await visitsOf(service, client).open(`/b/${build}`)).status, 404);
      for (const runId of [game, score]) t.deepEqual((await statusesOfRun(client, runId))["page"], 404);
      t.deepEqual(allOf(await statusesOfRun(client, game)), [404, 422]);
      t.is((await client.get(`/compare?builds=${build},${other.build}`)).status, 422);
      t.is((await client.get(`/compare?runs=${score},${other.score}`)).status, 422);
      t.is((await client.get(`/products/cpu?fits_build=${build}`)).status, 422);
    }
    t.is((await stranger.send("PATCH", `/benchmarks/runs/${score}`, { label: "x" })).status, 404);
    t.is((await stranger.send("DELETE", `/builds/${build}`)).status, 404);
    t.is((await stranger.add({ build_id: build, benchmarks: { id: 15, runs: [1] } })).status, 404);
    t.false(await homeHas());
    t.deepEqual(await ranked(hidden), {
      total: before.total - 1,
      ofProduct: before.ofProduct - 1,
      namesBuild: false,
      namesRun: false,
    });

    const own = await owner.get(`/builds/${build}`);
    t.is(own.status, 200);
    t.deepEqual(own.body.build.hidden, { reason: REASON });
    t.is((await owner.get(`/builds/${build}/runs`)).body.total, 2);
    t.like((await owner.get(`/benchmarks/runs/${game}`)).body, {
      hidden: { reason: REASON },
      standing: null,
    });
    t.is((await owner.get(`/benchmarks/runs/${score}`)).body.standing, null);
    t.like((await owner.get("/builds")).body.results[0], { build_id: build, hidden: { reason: REASON } });
    const visits = visitsOf(service, owner);
    for (const path of [`/b/${build}`, `/r/${game}`, "/me"]) {
      const page = await visits.open(path);
      t.is(page.status, 200, path);
      t.true(textOf(page.html).includes(REASON), path);
    }
    t.deepEqual(offeredIn((await visits.open(`/b/${build}`)).html), []);

    const restored = await admin("moderate", "--build", String(build), "--restore");
    t.is(restored.stdout, `build ${build} (${name}) is shown again; its runs are ranked again\n`);
    t.deepEqual(await ranked(hidden), before);
    for (const path of [`/builds/${build}`, `/builds/${build}/runs`])
      t.is((await stranger.get(path)).status, 200, path);
    t.deepEqual((await anonymous.get(`/builds/${build}`)).body, wasShown.body);
    t.deepEqual(allOf(await statusesOfRun(anonymous, game)), [200]);
    t.true(await homeHas());
  },
);

test.serial(
  "a run that `moderate` hides disappears for everybody but its owner, who sees the reason, and --restore brings it back everywhere",
  async (t) => {
    const hidden = await measure(21_000);
    const { build, game, score, owner } = hidden;
    const second = await owner.add({ build_id: build, benchmarks: { id: 15, runs: [8900, 9000] } });
    const [third, other] = second.body.runs.map(({ run_id }: { run_id: string }) => run_id);
    await untilRanked(service.stores);
    const before = await anonymous.get(`/builds/${build}`);
    t.is(before.body.results[0].best, 21_000);
    const stranger = await service.signIn("another stranger");

    for (const runId of [score, game]) {
      const { code, stderr } = await admin("moderate", "--run", runId, "--hide", "--reason", REASON);
      t.is(code, 0, stderr);
    }
    for (const client of [anonymous, stranger]) {
      t.deepEqual(allOf(await statusesOfRun(client, game)), [404, 422]);
      t.is((await client.get(`/benchmarks/runs/${score}`)).status, 404);
      t.is((await client.get(`/compare?runs=${score},${other}`)).status, 422);
      const list = (await client.get(`/builds/${build}/runs`)).body;
      t.is(list.total, 2);
      t.false(isListed(list.results, score));
      const { results } = (await client.get(`/builds/${build}`)).body;
      t.is(results.length, 1);
      t.like(results[0], {
        benchmark_id: 15,
        runs: 2,
        unranked_runs: 0,
        best: 9000,
        latest: { run_id: other },
      });
      const compared = (await client.get(`/compare?builds=${build},${neverHidden.build}`)).text;
      t.false(compared.includes("21000"));
    }
    t.like(await ranked(hidden), { namesBuild: true, namesRun: false });
    t.is((await stranger.send("DELETE", `/benchmarks/runs/${score}`)).status, 404);
    const home = (await visitsOf(service, null).open("/")).html;
    for (const runId of [score, game]) t.false(home.includes(runId));

    const own = await owner.get(`/benchmarks/runs/${score}`);
    t.is(own.status, 200);
    t.like(own.body, {
      hidden: { reason: REASON },
      unranked: { code: "rejected" },
      standing: null,
      status: "complete",
    });
    t.deepEqual(offeredIn((await visitsOf(service, owner).open(`/b/${build}`)).html), [other, third]);
    const list = (await owner.get(`/builds/${build}/runs`)).body;
    t.is(list.total, 4);
    t.true(isListed(list.results, score));
    t.is((await owner.get(`/benchmarks/runs/${game}/file`)).status, 200);
    for (const path of [`/r/${game}`, `/b/${build}`, "/me/runs"]) {
      const page = await visitsOf(service, owner).open(path);
      t.is(page.status, 200, path);
      t.true(textOf(page.html).includes(REASON), path);
    }
    t.is((await owner.send("PATCH", `/benchmarks/runs/${score}`, { label: "better" })).status, 200);
    t.is(
      (await anonymous.get(`/benchmarks/runs/${score}`)).status,
      404,
      "a change by the owner restores nothing",
    );

    for (const runId of [score, game])
      t.is(
        (await admin("moderate", "--run", runId, "--restore")).stdout,
        `run ${runId} of build ${build} is shown again\n`,
      );
    t.deepEqual(allOf(await statusesOfRun(anonymous, game)), [200]);
    t.like((await anonymous.get(`/builds/${build}`)).body.results[0], { best: 21_000, runs: 3 });
    t.like(await ranked(hidden), { namesBuild: true, namesRun: true });
  },
);

test.serial("an admin sees hidden builds and runs in a session, but not by a token", async (t) => {
  const { build, score } = await measure(11_000);
  const session = await service.signIn("an admin");
  const { account_id } = (await session.get("/me")).body.account;
  await service.services.accounts.setRole(account_id, "admin");
  const token = await service.withToken(session, "read", "submit");
  await builds.hide(build, REASON);
  t.is((await session.get(`/builds/${build}`)).status, 200);
  t.is((await session.get(`/benchmarks/runs/${score}`)).status, 200);
  t.is((await token.get(`/builds/${build}`)).status, 404);
  t.is((await token.get(`/benchmarks/runs/${score}`)).status, 404);
  t.is((await session.send("DELETE", `/builds/${build}`)).status, 204);
});

test.serial(
  "hiding and restoring a run keeps the decision of a reviewer, and a hidden run cannot be accepted or rejected",
  async (t) => {
    const { score } = await measure(11_500);
    await reviews.decide(score, { decision: "rejected", reason: "overclocked" });
    await reviews.hide(score, "first reason");
    await reviews.hide(score, REASON);
    await t.throwsAsync(reviews.decide(score, { decision: "accepted", reason: null }), {
      message: /is hidden: restore it/,
    });
    await reviews.restore(score);
    t.like((await anonymous.get(`/benchmarks/runs/${score}`)).body, {
      unranked: { code: "rejected", reason: "A reviewer rejected this result: overclocked" },
    });
  },
);
