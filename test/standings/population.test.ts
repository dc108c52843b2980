import test from "ava";
import { documentsOf } from "../../scripts/admin/population/documents.ts";
import type { PartsForSale } from "../../scripts/admin/population/machines.ts";
import { simulatePopulation } from "../../scripts/admin/population/population.ts";
import { categoryIdOf, type Category } from "../../src/standings/model/category.ts";
import { cpuKind } from "../../src/kinds/cpu.ts";
import { gpuKind } from "../../src/kinds/gpu.ts";
import { eventually } from "../faults/system.ts";
import { untilScored } from "../helpers/until-scored.ts";
import { productsOf } from "../products/brute-force.ts";
import { startServiceWithSamples } from "../products/catalogue-service.ts";
import { certainGain } from "./everything/gains.ts";
import {
  ownPair,
  referenceEntries,
  referenceRanks,
  referenceStanding,
  usualPair,
  requireStanding,
} from "./reference-standings.ts";

// The service has no workers, so that only the test runs the sweeps.
const service = await startServiceWithSamples(test);
const { client, db } = service;
const { standings, ranks, runsRepository, accountsRepository, buildsRepository } = service.services;

const SEED = 55;
const REPEATED_BUILDS = 64;
const MAX_ROUNDS = 20;
const MIN_BUILDS = 5;

let { products } = service;
const allOf = (name: string) => productsOf(products, { name });
const on = (name: string, socket: string) => allOf(name).filter(({ fields }) => fields["socket"] === socket);
const named = (...models: string[]) => allOf("cpu").filter(({ fields }) => models.includes(fields["model"]));
const chosen = {
  cpu: [...named("Ryzen 5 3600", "Ryzen 5 5600", "Ryzen 5 5600X"), ...named("Core i5-10400F")],
  // Four cards with two different chips.
  gpu: allOf("gpu").filter(({ fields }) =>
    ["GeForce RTX 4070", "GeForce RTX 4060"].includes(String(fields["chipset"])),
  ),
  ram: allOf("ram").slice(0, 8),
  motherboard: [...on("motherboard", "AM4").slice(0, 2), ...on("motherboard", "LGA1200").slice(0, 1)],
};
const parts = Object.fromEntries(
  Object.entries(chosen).map(([kind, products]) => [
    kind,
    products.map(({ id, fields }) => ({ id, ...fields })),
  ]),
) as unknown as PartsForSale;

const category = (benchmark_id: number, variant: string | null): Category => {
  return { benchmark_id, variant, resolution: null, preset: null };
};
const r23 = category(15, null);
const timeSpy = category(7, "Time Spy");
const ofCategory = ({ benchmark_id, variant }: Category) => {
  return `benchmark_id=${benchmark_id}${variant === null ? "" : `&variant=${encodeURIComponent(variant)}`}`;
};

const population = simulatePopulation(parts, { seed: SEED, builds: 700 });
const variant = population.runs.find(({ application }) => application === "Cyberpunk2077.exe")?.variant ?? "";
const game = category(16, variant);
const made = documentsOf(population, { seed: SEED, tier: "free" });
/** The simulated documents, without some of the accounts that submitted the results of one machine repeatedly. */
const documents = { ...made, builds: made.builds.slice(REPEATED_BUILDS) };
const cheatOf = new Map(documents.runs.map(({ _id }, index) => [_id, population.runs[index]?.cheat ?? null]));
const buildOf = new Map(documents.builds.map((build) => [build._id, build]));
const runs = documents.runs.filter(
  ({ build_id, benchmark_id, variant }) =>
    buildOf.has(build_id) &&
    [r23, timeSpy, game].some((one) => one.benchmark_id === benchmark_id && one.variant === variant),
);

let reference: ReturnType<typeof referenceRanks> = {};

/** Adds a tray version of a processor to the catalogue, and puts it into every second build with this processor. */
async function sellAsTray(model: string): Promise<void> {
  const [boxed] = named(model);
  const tray = { ...boxed?.fields, model: `${model} Tray`, price_usd: 99 } as NonNullable<
    typeof boxed
  >["fields"];
  await service.catalogue.save("cpu", "test", [{ sourceId: "tray", fields: tray }]);
  products = await service.stored();
  const [sold] = named(tray["model"]);
  const builds = documents.builds.filter(({ parts: own }) => own.cpu === boxed?.id);
  for (const [index, build] of builds.entries())
    if (index % 2 === 0) build.parts = { ...build.parts, cpu: sold?.id };
  chosen.cpu.unshift(...named(tray["model"]));
}

test.before(async () => {
  await sellAsTray("Ryzen 5 5600X");
  await ranks.refill();
  await accountsRepository.insertMissing(documents.accounts);
  await buildsRepository.insertMissing(documents.builds);
  await runsRepository.insertMissing(runs);
  await update();
  reference = referenceRanks(await referenceEntries(db));
  await untilScored(service);
  for (const kind of [cpuKind, gpuKind]) await service.sync.sync(kind);
});

/** Runs the sweeps until nothing is left to be ranked or checked. */
async function update(): Promise<void> {
  let done: number[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    done = [await standings.sweep.run(), await standings.outlierCheck.run()];
    if (done.every((count) => count === 0)) return;
  }
  const due = await db.collection("runs").countDocuments({ ranking_due: true });
  const last = `the last of ${MAX_ROUNDS} rounds ranked ${done[0]} builds and marked or cleared ${done[1]} runs`;
  throw new Error(
    `expected that nothing is left to be ranked: ${last}, and ${due} runs are still to be ranked`,
  );
}

/** Returns the name of the cohort (the group of compared builds) whose builds have a product. */
const cohortOf = (kind: "cpu" | "gpu", id: number | undefined) =>
  `${kind}=${allOf(kind).find((product) => product.id === id)?.compared_as}`;
/** Returns the scores of the members of a cohort (a group of compared builds), computed from the stored runs. */
const membersOf = (of: Category, cohort: string) => reference[`${categoryIdOf(of)}:${cohort}`] ?? {};
let usualGame: Category | null = null;
const usualOf = (of: Category) => (of === game ? (usualGame ??= usualPair(membersOf, runs, game)) : of);

/** Returns the scores of a cohort (a group of compared builds) in ascending order; null below MIN_BUILDS. */
function scoresOf(of: Category, cohort: string): number[] | null {
  const scores = Object.values(membersOf(usualOf(of), cohort)).toSorted((a, b) => a - b);
  return scores.length < MIN_BUILDS ? null : scores;
}

function medianOf(of: Category, cohort: string): { median: number; builds: number } | null {
  const scores = scoresOf(of, cohort);
  if (!scores) return null;
  const [low = 0, high = 0] = [
    scores[Math.ceil(scores.length / 2) - 1],
    scores[Math.floor(scores.length / 2)],
  ];
  return { median: low + (high - low) / 2, builds: scores.length };
}

for (const of of [r23, timeSpy, game])
  test(`the standings in ${of.variant ?? "Cinebench R23"} agree with the raw list of results of a simulated population of builds`, async (t) => {
    const ofThis = runs.filter((run) => run.benchmark_id === of.benchmark_id);
    let compared = 0;
    for (const { _id, build_id, score, settings } of ofThis.filter((_run, index) => index % 6 === 0)) {
      // A response has no standing (rank) while Redis does not answer in time.
      const { body } = await eventually(
        () => client.get(`/benchmarks/runs/${_id}`),
        (answer) => answer.body.standing !== undefined,
      );
      if (body.unranked !== null) {
        t.is(body.standing, null);
        continue;
      }
      const { owner_id, parts: own } = buildOf.get(build_id)!;
      const [cpu, gpu] = [cohortOf("cpu", own.cpu), cohortOf("gpu", own.gpu)];
      const cohorts = {
        all: ["all", `${owner_id}:${cpu.slice("cpu=".length)}:${gpu.slice("gpu=".length)}`],
        same_cpu: [cpu, `${owner_id}`],
        same_gpu: [gpu, `${owner_id}`],
        same_cpu_and_gpu: [`${cpu}&${gpu}`, `${owner_id}`],
      };
      for (const [name, [cohort = "", member = ""]] of Object.entries(cohorts)) {
        const expected = referenceStanding(membersOf(ownPair(of, settings), cohort), member, score ?? 0);
        requireStanding(t, body.standing[name], expected, `${name} of ${_id}`);
        if (expected) compared += 1;
      }
    }
    t.true(compared > 20);
  });

test("in Cinebench R23 the simulated cheating runs that are too fast are marked as outliers, and no honest run is", async (t) => {
  const ofR23 = runs.filter(({ benchmark_id }) => benchmark_id === r23.benchmark_id);
  const cheats = ofR23.filter(({ _id }) => cheatOf.get(_id) === "too fast");
  t.true(cheats.length > 0);
  const marked = await db
    .collection("runs")
    .find({ benchmark_id: r23.benchmark_id, outlier: { $type: "object" } })
    .toArray();
  const ids = new Set(marked.map(({ _id }) => String(_id)));
  for (const { _id } of cheats) t.true(ids.has(_id), `${_id} is too fast`);
  for (const id of ids) t.not(cheatOf.get(id), null, `${id} is honest`);
});

test("a ranking of a game with settings lists each account once for each pair of CPU and GPU, the best score first", async (t) => {
  const settings = { resolution: "1920x1080", preset: "ultra" };
  const expected = Object.values(membersOf({ ...game, ...settings }, "all")).toSorted((a, b) => b - a);
  t.true(expected.length > MIN_BUILDS);
  const { body } = await client.get(
    `/benchmarks/16/ranking?${new URLSearchParams({ variant })}&resolution=1080p&preset=Ultra&limit=100`,
  );
  t.is(body.total, expected.length);
  t.deepEqual(
    body.results.map(({ rank, score }: { rank: number; score: number }) => [rank, score]),
    expected.map((score) => [1 + expected.filter((other) => other > score).length, score]),
  );
});

type Found = { id?: number; cpuid?: number };
const idOf = ({ id, cpuid }: Found) => id ?? cpuid;

for (const [kind, of] of [
  ["cpu", r23],
  ["gpu", timeSpy],
  ["gpu", game],
] as const)
  test(`products of the kind ${kind} are sorted by the medians of builds with them in ${of.variant ?? "Cinebench R23"}`, async (t) => {
    for (const sortBy of ["performance", "value"]) {
      const measured = allOf(kind).flatMap(({ id, fields }) => {
        const median = medianOf(of, cohortOf(kind, id))?.median;
        const price = fields["price_usd"];
        if (median === undefined || (sortBy === "value" && typeof price !== "number")) return [];
        return [{ id, key: sortBy === "value" ? median / Number(price) : median }];
      });
      t.true(measured.length > 1);
      const sort = `sort_by=${sortBy}&sort_dir=desc&limit=${measured.length}`;
      const searchOnce = () => client.get(`/products/${kind}?${sort}&${ofCategory(of)}`);
      const { body } = await eventually(searchOnce, ({ status }) => status === 200);
      const keyOf = new Map(measured.map(({ id, key }) => [id, key]));
      const found: number[] = body.results.map(idOf);
      t.is(new Set(found).size, measured.length);
      t.deepEqual(
        found.map((id) => keyOf.get(id)),
        measured.map(({ key }) => key).toSorted((one, another) => another - one),
      );
      const unmeasured = allOf(kind).filter(({ id }) => medianOf(of, cohortOf(kind, id)) === null);
      t.is(body.unmeasured, unmeasured.length);
    }
  });

interface Upgrade {
  part: Found;
  median: number;
  builds: number;
  expected_gain_percent: number;
  measured_with: Found | null;
}

const hundredths = (value: number) => Math.round(value * 100) / 100;
for (const [kind, of] of [
  ["cpu", r23],
  ["gpu", timeSpy],
  ["gpu", game],
] as const)
  test(`the upgrades of a ${kind} agree with checking every part in ${of.variant ?? "Cinebench R23"}`, async (t) => {
    const other = kind === "cpu" ? "gpu" : "cpu";
    const sold = chosen[kind].filter(({ fields }) => kind === "gpu" || fields["socket"] === "AM4");
    const priceOf = ({ fields }: (typeof sold)[number]) => Number(fields["price_usd"] ?? Infinity);
    /** For each chip or model that fits the board of the builds, its cheapest product. */
    const fitting = sold
      .toSorted((one, another) => priceOf(one) - priceOf(another))
      .filter(
        ({ compared_as }, index, all) => all.findIndex((one) => one.compared_as === compared_as) === index,
      );
    const plain = (id: number | undefined) => cohortOf(kind, id);
    type Build = (typeof documents.builds)[number];
    /** Returns a function from a part to its cohort (the builds with it and, in a game, with the same other part). */
    const placeIn =
      ({ parts: own }: Build) =>
      (id: number | undefined) => {
        if (of !== game) return plain(id);
        return kind === "cpu"
          ? `${cohortOf("cpu", id)}&${cohortOf("gpu", own.gpu)}`
          : `${cohortOf("cpu", own.cpu)}&${cohortOf("gpu", id)}`;
      };
    const upgradesOf = (build: Build) => {
      const [own, placeOf] = [build.parts, placeIn(build)];
      return fitting.flatMap(({ id }) => {
        const [from, to] = [scoresOf(of, placeOf(own[kind])), scoresOf(of, placeOf(id))];
        const gain = from && to && plain(id) !== plain(own[kind]) ? certainGain(from, to) : null;
        const measured = medianOf(of, placeOf(id));
        return gain && measured ? [{ id, gain, ...measured, with: of === game ? own[other] : null }] : [];
      });
    };
    const [most] = documents.builds
      .filter(
        ({ parts: own }) =>
          own.motherboard === chosen.motherboard[0]?.id && medianOf(of, plain(own[kind])) !== null,
      )
      .map((build) => ({ build, expected: upgradesOf(build) }))
      .toSorted((one, another) => another.expected.length - one.expected.length);
    if (!most) throw new Error("some measured builds have the board");
    const { build, expected } = most;
    t.true(expected.length > 0);
    const findOnce = () => client.get(`/builds/${build._id}/upgrades?kind=${kind}&${ofCategory(of)}`);
    const { body } = await eventually(findOnce, ({ status }) => status === 200);
    t.is(body.present.median, medianOf(of, placeIn(build)(build.parts[kind]))?.median ?? null);
    t.deepEqual(
      body.results.map((one: Upgrade) => {
        const { part, median, builds, expected_gain_percent: gain, measured_with } = one;
        return { id: idOf(part), gain, median, builds, with: measured_with && idOf(measured_with) };
      }),
      expected
        .toSorted((a, b) => b.gain - a.gain)
        .map((one) => Object.assign(one, { gain: hundredths(one.gain) })),
    );
  });
