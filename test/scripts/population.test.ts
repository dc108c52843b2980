import test, { type ExecutionContext } from "ava";
import { population } from "../../scripts/admin/population.ts";
import { frameMetricsOf } from "../../scripts/admin/population/frames.ts";
import { readFacts } from "../../scripts/admin/population/facts.ts";
import { simulatePopulation } from "../../scripts/admin/population/population.ts";
import type { SimulatedRun } from "../../scripts/admin/population/runs.ts";
import {
  partsForSale,
  refuseProduction,
  storePopulation,
} from "../../scripts/admin/population/store-population.ts";
import { loadSampleData } from "../../scripts/load-sample-data.ts";
import { samples } from "../../scripts/quickstart/samples.ts";
import { benchmarkTypeOf, type Run } from "../../src/benchmarks/index.ts";
import { unpackSeries } from "../../src/frames/model/packed-series.ts";
import { fitValuesOf } from "../../src/products/fit/fit-rules.ts";
import { startTestService } from "../helpers/service.ts";
import { parts } from "./population-parts.ts";

const service = await startTestService(test, { hasIndexes: true });
const { db } = service.stores;

const facts = readFacts();
const cpuOf = (name: string) => facts.cpus.find(({ model }) => model === name)!;

test("the same seed gives the same simulated population of builds, and another seed gives a different population", (t) => {
  const one = simulatePopulation(parts, { seed: 7, builds: 50 });
  t.deepEqual(simulatePopulation(parts, { seed: 7, builds: 50 }), one);
  t.notDeepEqual(simulatePopulation(parts, { seed: 8, builds: 50 }).runs, one.runs);
});

test("simulated builds have parts that fit together, and only the results of cheats are far from the score that their parts should reach", (t) => {
  const { builds, runs } = simulatePopulation(parts, { seed: 1, builds: 2000 });
  t.is(builds.length, 2000);
  for (const { parts: of } of builds)
    t.deepEqual(
      of,
      { cpu: of.cpu === 1 ? 1 : 2, gpu: 3, ram: 4, motherboard: of.cpu === 1 ? 6 : 9 },
      "no build has the processor that fits no board",
    );
  const owned = new Map<number, number>();
  for (const { account } of builds) owned.set(account, (owned.get(account) ?? 0) + 1);
  t.true(owned.size > 800 && owned.size < 1200, String(owned.size));
  t.is(
    [...owned.values()].filter((count) => count === 8).length,
    10,
    "ten accounts have submitted the same machine eight times",
  );

  const cpuOfBuild = new Map(builds.map(({ number, parts: of }) => [number, of.cpu]));
  for (const { id, model } of parts.cpu.slice(0, 2)) {
    const usual = cpuOf(model).cinebench_r23_multi;
    const scores = runs.filter((run) => run.benchmark_id === 15 && cpuOfBuild.get(run.build) === id);
    t.true(scores.length > 100);
    for (const { score, cheat } of scores) {
      const distance = Math.abs(Math.log(score / usual));
      const isFar = cheat !== null && cheat !== "repeated";
      t.true(isFar ? distance > 0.17 : distance < 0.17, `${score} of ${usual}, ${cheat}`);
    }
  }
  for (const cheat of [null, "too fast", "somewhat too fast", "too slow", "repeated"])
    t.true(
      runs.some((run) => run.cheat === cheat && run.benchmark_id === 15),
      cheat ?? "honest",
    );
});

test("simulated results of one file have the same time, and are numbered in the order of the file", (t) => {
  const { runs } = simulatePopulation(parts, { seed: 1, builds: 100 });
  const captures = runs.filter(({ benchmark_id }) => ![7, 17].includes(benchmark_id));
  t.true(captures.every(({ sequence }) => sequence === 1));
  const [first, second] = [7, 17].map((id) => runs.filter(({ benchmark_id }) => benchmark_id === id));
  t.true(first!.length > 50);
  t.deepEqual(
    first!.map(({ created_at, number }) => ({ created_at, number: number + 1, sequence: 2 })),
    second!.map(({ created_at, number, sequence }) => ({ created_at, number, sequence })),
  );
});

test("in the default simulated population, twenty processors and twenty chips have twenty builds each, all parts fit, and the outlier check compares all cheats", async (t) => {
  await loadSampleData(service.services);
  const offer = await partsForSale(service.services.catalogue);
  const known = [facts.cpus.map(({ model }) => model), facts.chips.map(({ chipset }) => chipset)];
  t.deepEqual(
    [
      offer.cpu.filter(({ model }) => !known[0]?.includes(model)),
      offer.gpu.filter(({ chipset }) => !known[1]?.includes(chipset)),
    ],
    [[], []],
    "there are facts about every product of the sample catalogue",
  );
  const { builds, runs } = simulatePopulation(offer, { seed: 1, builds: 2000 });
  const find = <T extends { id: number }>(products: readonly T[], id: number | undefined) =>
    products.find((product) => product.id === id);
  const counts: Record<string, number> = {};
  const ofSample = runs.filter(({ variant }) => variant === samples.capture.variant);
  const anyName = { make: "", model: "" };
  const measured = new Set(ofSample.map(({ build }) => build));
  const countsInGame: Record<string, number> = {};
  for (const { number, parts: of } of builds) {
    const [cpu, gpu] = [find(offer.cpu, of.cpu), find(offer.gpu, of.gpu)];
    const [board, kit] = [find(offer.motherboard, of.motherboard), find(offer.ram, of.ram)];
    for (const name of [cpu?.model ?? "", gpu?.chipset ?? ""]) {
      counts[name] = (counts[name] ?? 0) + 1;
      if (measured.has(number)) countsInGame[name] = (countsInGame[name] ?? 0) + 1;
    }
    const socketOf = (kind: string, part?: object) => fitValuesOf(kind, { ...anyName, ...part })["socket"];
    const sockets = new Set<unknown>([socketOf("motherboard", board)].flat());
    t.true(
      [socketOf("cpu", cpu)].flat().some((one) => sockets.has(one)),
      `${cpu?.model} on ${board?.chipset}`,
    );
    t.true(board?.ram_types?.includes(kit?.memory_type ?? ""), `${cpu?.model} on ${board?.chipset}`);
    t.false(kit?.form_factor?.includes("SO-DIMM") ?? false);
    t.false(/Threadripper [12]9/.test(cpu?.model ?? "") && /RTX 50/.test(gpu?.chipset ?? ""), cpu?.model);
    t.false(/Ryzen \d (1\d00X?|2\d00G)$/.test(cpu?.model ?? "") && (kit?.speed_mts ?? 0) > 3200, cpu?.model);
  }
  const common = (names: readonly string[]) => names.filter((name) => (counts[name] ?? 0) >= 20);
  for (const names of known) t.true(common(names).length >= 20, common(names).join(", "));
  for (const name of ["Ryzen 7 5800X", "Ryzen 5 7600X", "GeForce RTX 4070 SUPER"])
    t.true((counts[name] ?? 0) >= 30, `${name}: ${counts[name]}`);
  for (const name of [samples.parts.cpu, "GeForce RTX 4070 SUPER"])
    t.true(
      (countsInGame[name] ?? 0) >= 5,
      `${name}: ${countsInGame[name]} builds with the game of the quick start`,
    );
  t.deepEqual(
    [...new Set(runs.flatMap(({ application = [] }) => application))].toSorted(),
    facts.games.map(({ executable }) => executable).toSorted(),
  );
  t.true(runs.some(({ cheat }) => cheat === "wrong card"));
  for (const { application, settings } of runs.filter(({ benchmark_id }) => benchmark_id === 16)) {
    const { highest, high, low } = facts.games.find(({ executable }) => executable === application)!;
    t.true([highest, high, low].includes(settings?.preset ?? ""), `${application}: ${settings?.preset}`);
  }
  const accountsOf = new Map<string, Set<number>>();
  const cohortOf = ({ build, benchmark_id, variant, settings }: SimulatedRun) => {
    const { parts: of } = builds[build - 1]!;
    const names = { cpu: find(offer.cpu, of.cpu)?.model, gpu: find(offer.gpu, of.gpu)?.chipset };
    const { measures } = benchmarkTypeOf(benchmark_id);
    return JSON.stringify([benchmark_id, variant, settings, ...measures.map((kind) => names[kind])]);
  };
  for (const run of runs) {
    const accounts = accountsOf.get(cohortOf(run)) ?? new Set();
    accountsOf.set(cohortOf(run), accounts.add(builds[run.build - 1]!.account));
  }
  for (const run of runs.filter(({ cheat }) => cheat !== null))
    t.true(accountsOf.get(cohortOf(run))!.size >= 8, `the outlier check compares ${cohortOf(run)}`);
  for (const { executable } of facts.games) {
    const honest = runs.filter(({ application, cheat }) => application === executable && cheat === null);
    const best = honest.toSorted((one, other) => other.score - one.score)[0];
    t.true(best?.hasFrames, `the best honest run of ${executable} has frame times`);
  }
  const stored = runs.filter(({ hasFrames }) => hasFrames).length;
  t.true(stored > 200 && stored <= 300, String(stored));
});

test("storing the same simulated population a second time changes nothing, and clients read its results like any other results", async (t) => {
  await loadSampleData(service.services);
  const store = () => storePopulation(service.services, { seed: 3, builds: 30 });
  const first = await store();
  t.is(first.builds, 30);
  t.true(first.runs > 60);
  const untrue = await db.collection("runs").countDocuments({ score: { $not: { $gt: 0.5 } } });
  t.is(untrue, 0, "parts that lack fields in the catalogue have valid results, too");
  const countsOf = () =>
    Promise.all(["accounts", "builds", "runs"].map((name) => db.collection(name).countDocuments()));
  const counts = await countsOf();
  t.deepEqual(await store(), { accounts: 0, builds: 0, runs: 0 });
  t.deepEqual(await countsOf(), counts);

  const { body } = await service.anonymous.get("/builds/1030001");
  t.is(body.build.owner.name, "Simulated 1");
  t.true(body.results.length > 0);
  const listed = await service.anonymous.get("/builds/1030001/runs?page=1&limit=100");
  t.is(listed.status, 200, listed.text);
  t.true(listed.body.total > 0);
  await requireUploads(t, 3);
  const client = await service.signIn("later");
  await requireFrames(t, 3);
  t.true(
    (await client.makeBuild()) > 1_030_030,
    "the ids of new builds are higher than those of simulated builds",
  );

  await service.services.buildsRepository.markDeleted([1_030_002], new Date());
  t.deepEqual(
    await store(),
    { accounts: 0, builds: 0, runs: 0 },
    "storing the population again does not restore a deleted build",
  );
});

/**
 * Requires that the list of a simulated build's runs, newest first, has graphics test 2 before graphics test 1 for each
 * export. The build is of the population with the given seed.
 */
async function requireUploads(t: ExecutionContext, seed: number): Promise<void> {
  const uploads = { account_id: { $regex: `^simulated-${seed}-` }, benchmark_id: 17 };
  const run = await db.collection<Run>("runs").findOne(uploads);
  const { body } = await service.anonymous.get(`/builds/${run!.build_id}/runs?page=1&limit=100`);
  const tests = (body.results as Run[]).filter(({ benchmark_id }) => [7, 17].includes(benchmark_id));
  t.true(tests.length > 1);
  for (const [index, { benchmark_id, sequence, created_at }] of tests.entries()) {
    t.like(
      { benchmark_id, sequence },
      index % 2 === 0 ? { benchmark_id: 17, sequence: 2 } : { benchmark_id: 7, sequence: 1 },
    );
    t.is(created_at, tests[index - (index % 2)]!.created_at);
  }
}

/**
 * Requires that the statistics of a simulated capture are those of its stored frame times. The capture is of the
 * population with the given seed.
 */
async function requireFrames(t: ExecutionContext, seed: number): Promise<void> {
  const captures = { account_id: { $regex: `^simulated-${seed}-` }, frame_series: { $type: "object" } };
  const run = await db.collection<Run>("runs").findOne(captures as object);
  const { body } = await service.anonymous.get(`/benchmarks/runs/${run?._id}`);
  t.true(body.metrics.frames >= 300 && body.metrics.duration_s >= 10);
  t.is(body.score, body.metrics.average_fps);
  const series = await service.services.series.find(run!._id, run!.frame_series!);
  const times = Float64Array.from(unpackSeries(series!).frameTimesMs);
  t.is(times.length, body.metrics.frames);
  t.true(Math.abs(frameMetricsOf(times, "").low_1_fps! / body.metrics.low_1_fps - 1) < 1e-6);
  t.is(await db.collection("frame_series").countDocuments({ unconfirmed_since: { $exists: true } }), 0);
  const chart = await service.anonymous.get(`/benchmarks/runs/${run?._id}/chart.svg`);
  t.is(chart.status, 200);
  const page = await service.anonymous.get(`/r/${run?._id}`, { Accept: "text/html" });
  t.true(page.text.includes("none: frame times made up for the demonstration"));
}

test("the command that stores a simulated population refuses a production database without --allow-production, and refuses invalid arguments", (t) => {
  const refuse = (NODE_ENV: string, ...args: string[]) =>
    refuseProduction({ NODE_ENV }, { isAllowedInProduction: population.read(args)["allow-production"] });
  t.throws(() => refuse("production"), { message: /expected --allow-production/ });
  t.notThrows(() => refuse("production", "--allow-production"));
  t.notThrows(() => refuse("development"));
  t.deepEqual(population.read([]), { seed: 1, builds: 2000, "allow-production": false });
  for (const [args, says] of [
    [["--seed", "-1"], /seed/],
    [["--seed", "10000"], /--seed: expected a whole number from 0 to 9999/],
    [["--builds", "0"], /--builds: expected a whole number from 1 to 10000, found 0/],
    [["--builds", "many"], /--builds: expected a whole number/],
  ] as const)
    t.throws(() => population.read([...args]), { message: says });
});
