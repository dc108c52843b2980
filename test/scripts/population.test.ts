import { readFileSync } from "node:fs";
import test, { type ExecutionContext } from "ava";
import { population } from "../../scripts/admin/population.ts";
import { frameMetricsOf } from "../../scripts/admin/population/frames.ts";
import { readFacts } from "../../scripts/admin/population/facts.ts";
import type { PartsForSale } from "../../scripts/admin/population/machines.ts";
import {
  gameFpsOf,
  threeDMarkMetricsOf,
  threeDMarkTests,
} from "../../scripts/admin/population/performance.ts";
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
import { gameOfExecutable } from "../../src/readers/games/games.ts";
import { fitValuesOf } from "../../src/products/fit/fit-rules.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasIndexes: true });
const { db } = service.stores;

const facts = readFacts();
const cpuOf = (name: string) => facts.cpus.find(({ model }) => model === name)!;
const chipOf = (name: string) => facts.chips.find(({ chipset }) => chipset === name)!;

const parts: PartsForSale = {
  cpu: [
    { id: 1, model: "Ryzen 7 5800X", socket: "AM4" },
    { id: 2, model: "Core i5-10400F", socket: "LGA1200" },
    { id: 10, model: "FX-8350", socket: "AM3+" },
  ],
  gpu: [{ id: 3, chipset: "GeForce RTX 3080 10GB" }],
  ram: [
    { id: 4, memory_type: "DDR4", capacity_gb: 32, speed_mts: 3600 },
    { id: 5, memory_type: "DDR5", capacity_gb: 32, speed_mts: 6000 },
    { id: 8, memory_type: "DDR4", capacity_gb: 32, speed_mts: 3600, form_factor: "260-pin SO-DIMM" },
  ],
  motherboard: [
    { id: 6, socket: "AM4", chipset: "B550", ram_types: ["DDR4"] },
    { id: 7, socket: "AM5", chipset: "B650", ram_types: ["DDR5"] },
    { id: 9, socket: "LGA1200", chipset: "B560", ram_types: ["DDR4"] },
  ],
};

test("the same seed gives the same simulated population, and another seed gives a different population", (t) => {
  const one = simulatePopulation(parts, { seed: 7, builds: 50 });
  t.deepEqual(simulatePopulation(parts, { seed: 7, builds: 50 }), one);
  t.notDeepEqual(simulatePopulation(parts, { seed: 8, builds: 50 }).runs, one.runs);
});

test("simulated builds have parts that fit together, and only the results of cheats are far from the usual score", (t) => {
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

/** Returns the standard deviation of the logarithms of `valueOf` between honest runs on one machine. */
function spreadOf(runs: readonly SimulatedRun[], valueOf: (run: SimulatedRun) => number): number {
  const ofMachines = new Map<string, number[]>();
  for (const run of runs.filter(({ cheat }) => cheat === null)) {
    const machine = JSON.stringify([run.build, run.variant]);
    ofMachines.set(machine, [...(ofMachines.get(machine) ?? []), Math.log(valueOf(run))]);
  }
  const squares = [...ofMachines.values()].flatMap((logs) => {
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    return logs.length < 2 ? [] : logs.map((log) => ((log - mean) ** 2 * logs.length) / (logs.length - 1));
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

test("honest runs on one machine differ by 0.2 to 0.8 % in Cinebench and 3DMark, also in the ratio of the graphics tests, and by 1 to 3 % in games", (t) => {
  const { runs } = simulatePopulation(parts, { seed: 1, builds: 300 });
  const scoreOf = ({ score }: SimulatedRun) => score;
  const ratioOf = ({ metrics }: SimulatedRun) => {
    const { graphics_tests: fps } = metrics as { graphics_tests: Record<"1" | "2", number> };
    return fps["1"] / fps["2"];
  };
  for (const [id, valueOf, least, most] of [
    [15, scoreOf, 0.002, 0.008],
    [3, scoreOf, 0.002, 0.008],
    [7, scoreOf, 0.002, 0.008],
    [7, ratioOf, 0.002, 0.008],
    [17, scoreOf, 0.002, 0.008],
    [16, scoreOf, 0.01, 0.03],
  ] as const) {
    const ofBenchmark = runs.filter(({ benchmark_id }) => benchmark_id === id);
    const spread = spreadOf(ofBenchmark, valueOf);
    t.true(spread > least && spread < most, `${valueOf.name} of benchmark ${id}: ${spread}`);
  }
});

test("the facts by which a population is simulated reproduce known differences between real parts in games and 3DMark", (t) => {
  const settings = { resolution: "1920x1080", level: "highest" } as const;
  const usual = { factor: 1, skew: 1 };
  const card = chipOf("GeForce RTX 4090");
  for (const game of facts.games) {
    const fpsOf = (cpu: string, chip: string, resolution: string) =>
      gameFpsOf({ cpu: cpuOf(cpu), gpu: chipOf(chip) }, game, { ...settings, resolution });
    const of = (chip: string, resolution: string) => fpsOf("Ryzen 7 7800X3D", chip, resolution);
    const gain = of("GeForce RTX 5070", "2560x1440") / of("GeForce RTX 4070 SUPER", "2560x1440");
    t.true(gain > 1.02 && gain < 1.06, `${game.executable}: ${gain}`);
    t.true(of(card.chipset, "1920x1080") > 1.05 * fpsOf("Ryzen 5 7600X", card.chipset, "1920x1080"));
    const at4k = of("GeForce RTX 5090", "3840x2160") / of(card.chipset, "3840x2160");
    t.true(at4k > 1.15 && at4k < 1.35, `${game.executable}: ${at4k}`);
    t.true(of("Radeon RX 580", "1920x1080") > 10);
  }
  for (const test of threeDMarkTests) {
    const { graphics_score, graphics_tests } = threeDMarkMetricsOf(card, test, usual);
    const mean = 2 / (1 / graphics_tests[1] + 1 / graphics_tests[2]);
    t.true(Math.abs((mean * test.pointsAFps) / graphics_score - 1) < 0.001, test.variant);
  }
  t.is(threeDMarkMetricsOf(card, threeDMarkTests[0], usual).graphics_score, 36_200);
  for (const [chip, score] of Object.entries({
    "GeForce GTX 1050 Ti": 7_300,
    "GeForce GTX 1080 Ti": 27_800,
    "Radeon RX 580": 13_900,
    "Arc A380": 10_000,
    "GeForce RTX 5090": 107_000,
  }))
    t.is(threeDMarkMetricsOf(chipOf(chip), threeDMarkTests[1], usual).graphics_score, score, chip);
  t.is(chipOf("GeForce RTX 5060 Ti 16GB").relative_games_1440p, 48);
  t.is(chipOf("GeForce RTX 5060 Ti 8GB").relative_games_1440p, 44);
  t.like(cpuOf("FX-8350"), { cinebench_r23_multi: 4000, cinebench_r20_multi: 1500 });
  t.is(cpuOf("FX-6300").cinebench_r23_multi, 2850);
  t.is(cpuOf("Core Ultra 5 225").cinebench_r23_multi, 18_000);
  t.is(cpuOf("Core Ultra 9 285K").cinebench_r23_multi, 43_000);
});

test("the results of the quick start are usual for its parts, and its capture is of a game in the table of games", (t) => {
  const ofChip = threeDMarkMetricsOf(chipOf("GeForce RTX 4070 SUPER"), threeDMarkTests[0], {
    factor: 1,
    skew: 1,
  });
  t.true(Math.abs(samples.threeDMark.score / ofChip.graphics_tests[1] - 1) < 0.05);
  const capture = readFileSync(`data/samples/${samples.capture.file}`, "utf8").trimEnd();
  const [header = [], ...rows] = Array.from(capture.split("\r\n"), (line) => line.split(","));
  const game = facts.games.find(({ executable }) => executable === rows[0]?.[0]);
  t.is(game && gameOfExecutable(game.executable).variant, samples.capture.variant);
  t.is(game?.highest, samples.capture.settings.preset);
  const times = Float64Array.from(rows, (row) => Number(row[header.indexOf("MsBetweenPresents")]));
  const { low_1_fps } = frameMetricsOf(times, "");
  t.true(low_1_fps! > 65 && low_1_fps! < 75, String(low_1_fps));
  t.true(times.filter((time) => time > 1500 / samples.capture.score).length < 6, "spikes are rare");
  const machine = { cpu: cpuOf(samples.parts.cpu), gpu: chipOf("GeForce RTX 4070 SUPER") };
  const usual = game && gameFpsOf(machine, game, { resolution: samples.capture.settings.resolution, level: "highest" });
  t.true(Math.abs(samples.capture.score / usual! - 1) < 0.05, String(usual));
});

test("docs/quick-start.md names the source of each column in the tables of CPUs, chips and games", (t) => {
  const docs = readFileSync("docs/quick-start.md", "utf8");
  const [, ...ofCpus] = Object.keys(facts.cpus[0]!);
  const [, ...ofChips] = Object.keys(facts.chips[0]!);
  const [, ...ofGames] = Object.keys(facts.games[0]!);
  for (const column of [...ofCpus, ...ofChips, ...ofGames]) t.true(docs.includes(`\`${column}\``), column);
});

test("results that are read from one file have one time, and are numbered in the order of the file", (t) => {
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

test("in the default population, twenty processors and twenty chips have twenty builds each, all parts fit, and the outlier check compares all cheats", async (t) => {
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
  const measured = new Set(ofSample.map(({ build }) => build));
  const countsInGame: Record<string, number> = {};
  for (const { number, parts: of } of builds) {
    const [cpu, gpu] = [find(offer.cpu, of.cpu), find(offer.gpu, of.gpu)];
    const [board, kit] = [find(offer.motherboard, of.motherboard), find(offer.ram, of.ram)];
    for (const name of [cpu?.model ?? "", gpu?.chipset ?? ""]) {
      counts[name] = (counts[name] ?? 0) + 1;
      if (measured.has(number)) countsInGame[name] = (countsInGame[name] ?? 0) + 1;
    }
    t.deepEqual(fitValuesOf("cpu", { ...cpu })["socket"], fitValuesOf("motherboard", { ...board })["socket"]);
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
  const stored = runs.filter(({ hasFrames }) => hasFrames).length;
  t.true(stored > 200 && stored <= 300, String(stored));
});

test("storing the same population again changes nothing, and clients read its results like any other results", async (t) => {
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
 * Requires that the figures of a simulated capture are those of its stored frame times. The capture is of the
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
}

test("the command that stores the population refuses a production database without --allow-production, and refuses invalid arguments", (t) => {
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
