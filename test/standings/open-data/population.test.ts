import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import { documentsOf } from "../../../scripts/admin/population/documents.ts";
import { simulatePopulation } from "../../../scripts/admin/population/population.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { categoryIdOf } from "../../../src/standings/model/category.ts";
import { projectUrl } from "../../helpers/project-files.ts";
import { startTestService } from "../../helpers/service.ts";
import { parts } from "../../scripts/population-parts.ts";
import { storedEntries } from "../reference-standings.ts";
import { storeParts } from "../stored-parts.ts";
import { linesOf, rankAll, resultOf, untilPublished } from "./published.ts";

const run = promisify(execFile);
const SEED = 5;
const MAX_ROUNDS = 20;
const CINEBENCH = categoryIdOf({ benchmark_id: 15, variant: null, resolution: null, preset: null });
const service = await startTestService(test, {
  hasWorkers: false,
  constants: { OPEN_DATA_DELAY_MS: 0, RATE_LIMIT_DOWNLOADS: 10_000 },
});
const { anonymous } = service;
const { db } = service.stores;

test.before(async () => {
  const { accountsRepository, buildsRepository, runsRepository, ranks, standings } = service.services;
  const population = simulatePopulation(parts, { seed: SEED, builds: 150 });
  const { accounts, builds, runs } = documentsOf(population, { seed: SEED, tier: "free" });
  await storeParts(
    db,
    builds.map((build) => build.parts),
  );
  await ranks.refill();
  await accountsRepository.insertMissing(accounts);
  await buildsRepository.insertMissing(builds);
  await runsRepository.insertMissing(runs);
  await rankAll(service);
  for (let round = 0; round < MAX_ROUNDS && (await standings.outlierCheck.run()) > 0; round += 1)
    await rankAll(service);
});

/** Returns the API's path of all results of a run's benchmark and variant. */
const pathOf = ({ benchmark_id, variant }: Pick<Run, "benchmark_id" | "variant">) =>
  `/benchmarks/${benchmark_id}/results${variant === null ? "" : `?${new URLSearchParams({ variant })}`}`;

test("every ranked run of a simulated population of builds is in the open data once with its score, and no other run is", async (t) => {
  const ranked = await db
    .collection<Run>("runs")
    .find({ ranking: { $exists: true } })
    .toArray();
  const unranked = await db.collection<Run>("runs").countDocuments({ ranking: { $exists: false } });
  t.true(ranked.length > 300);
  t.true(unranked > 0, "the outlier check has found cheats");
  const byPath = new Map<string, Run[]>();
  for (const one of ranked) byPath.set(pathOf(one), [...(byPath.get(pathOf(one)) ?? []), one]);
  t.true(byPath.size > 3);
  for (const [path, runs] of byPath) {
    const lines = await untilPublished(anonymous, path, runs.length);
    t.deepEqual(
      new Map(lines.map(({ result, score }) => [result, score])),
      new Map(lines.map(({ result }) => [result, scoreOf(runs, String(result))])),
    );
    t.is(new Set(lines.map(({ result }) => result)).size, runs.length);
  }
});

/** Returns the score of the run that the open data names by a pseudonym; undefined if no run has the pseudonym. */
function scoreOf(runs: readonly Run[], result: string): number | null | undefined {
  return runs.find(({ _id }) => resultOf(service, _id) === result)?.score;
}

test("the best result of each build in the open data is the build's entry in the ranking", async (t) => {
  const { body } = await anonymous.get("/benchmarks/15/ranking?limit=100");
  const lines = await linesOf(anonymous, "/benchmarks/15/results");
  const bestOf = new Map<unknown, number>();
  for (const { build, score } of lines)
    bestOf.set(build, Math.max(Number(score), bestOf.get(build) ?? Number.NEGATIVE_INFINITY));
  const entries = (await storedEntries(db)).filter(({ category }) => category === CINEBENCH);
  t.deepEqual(
    [...bestOf.values()].toSorted((a, b) => b - a),
    entries.map(({ score }) => score).toSorted((a, b) => b - a),
  );
  const byResult = new Map(lines.map(({ result, score }) => [result, score]));
  t.true(body.results.length > 50);
  for (const { run_id, score } of body.results as { run_id: string; score: number }[])
    t.is(byResult.get(resultOf(service, run_id)), score);
});

interface Measured {
  benchmark_id: number;
  variant: string | null;
  resolution?: string;
  preset?: string;
  builds: number;
  median: number | null;
}

for (const [kind, slug] of [
  ["cpu", "cpu-1"],
  ["gpu", "gpu-3"],
] as const)
  test(`the example program computes from the open data the medians that the service shows for a ${kind}`, async (t) => {
    const { body } = await anonymous.get(`/products/${kind}/${slug}/results?limit=5`);
    const measured = (body.results as Measured[]).filter(({ median }) => median !== null);
    t.true(measured.length > 1);
    for (const { benchmark_id, variant, resolution = "", preset = "", builds, median } of measured) {
      const asked = [String(benchmark_id), kind, slug, variant ?? "", resolution, preset];
      const args = ["examples/median.mjs", service.url, ...asked];
      const { stdout } = await run(process.execPath, args, { cwd: projectUrl("") });
      const found = JSON.parse(stdout) as { builds: number; median: number };
      t.is(found.builds, builds, asked.join(" "));
      t.true(Math.abs(found.median - (median ?? 0)) < 1e-6, `${stdout} instead of ${median}`);
    }
  });

test("the example program for open data explains its usage", async (t) => {
  const error = await t.throwsAsync(run(process.execPath, ["examples/median.mjs"], { cwd: projectUrl("") }));
  t.regex(error?.message ?? "", /Usage: node examples\/median\.mjs <url> <benchmark_id>/);
});
