import test from "ava";
import { population } from "../../scripts/admin/population.ts";
import { refuseProduction } from "../../scripts/admin/population/defaults.ts";
import { storePopulation } from "../../scripts/admin/population/store-population.ts";
import { simulatePopulation, type PartsForSale } from "../../scripts/admin/population/population.ts";
import { cinebenchOf, gpuSpeedOf } from "../../scripts/admin/population/performance.ts";
import { loadSampleData } from "../../scripts/load-sample-data.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasIndexes: true });
const { db } = service.stores;

const parts: PartsForSale = {
  cpu: [
    { id: 1, cores: 8, threads: 16, base_clock_mhz: 3800, boost_clock_mhz: 4700, tdp_w: 105, socket: "AM4" },
    {
      id: 2,
      cores: 6,
      threads: 12,
      base_clock_mhz: 2900,
      boost_clock_mhz: 4300,
      tdp_w: 65,
      socket: "LGA1200",
    },
  ],
  gpu: [{ id: 3, memory_type: "GDDR6X", boost_clock_mhz: 1710, tdp_w: 320 }],
  ram: [
    { id: 4, memory_type: "DDR4" },
    { id: 5, memory_type: "DDR5" },
  ],
  motherboard: [
    { id: 6, socket: "AM4", ram_types: ["DDR4"] },
    { id: 7, socket: "AM5", ram_types: ["DDR5"] },
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
    t.deepEqual(of, of.cpu === 1 ? { cpu: 1, gpu: 3, ram: 4, motherboard: 6 } : { cpu: 2, gpu: 3 });
  const owned = new Map<number, number>();
  for (const { account } of builds) owned.set(account, (owned.get(account) ?? 0) + 1);
  t.true(owned.size > 800 && owned.size < 1200, String(owned.size));
  t.is(
    [...owned.values()].filter((count) => count === 8).length,
    10,
    "ten accounts have submitted the same machine eight times",
  );

  const cpuOf = new Map(builds.map(({ number, parts: of }) => [number, of.cpu]));
  for (const cpu of parts.cpu) {
    const usual = cinebenchOf.r23(cpu);
    const scores = runs.filter((run) => run.benchmark_id === 15 && cpuOf.get(run.build) === cpu.id);
    t.true(scores.length > 500);
    for (const { score, cheat } of scores) {
      const distance = Math.abs(Math.log(score / usual));
      t.true(cheat === null ? distance < 0.17 : distance > 0.7, `${score} of ${usual}, ${cheat}`);
    }
    for (const cheat of [null, "too fast", "too slow"])
      t.true(
        scores.some((run) => run.cheat === cheat),
        `expected at least one score of the kind ${cheat ?? "honest"}`,
      );
  }
});

test("the model of performance comes close to the real scores of well-known parts", (t) => {
  const [ryzen, core] = parts.cpu;
  const [card] = parts.gpu;
  if (!ryzen || !core || !card) throw new Error("expected the parts");
  t.true(Math.abs(cinebenchOf.r23(ryzen) / 15_300 - 1) < 0.15, String(cinebenchOf.r23(ryzen)));
  t.true(Math.abs(cinebenchOf.r23(core) / 8_500 - 1) < 0.2, String(cinebenchOf.r23(core)));
  t.true(gpuSpeedOf(card) > 2 * gpuSpeedOf({ memory_type: "GDDR6", boost_clock_mhz: 1845, tdp_w: 120 }));
});

test("storing the same population again changes nothing, and clients read its results like any other results", async (t) => {
  await loadSampleData(service.services);
  const shares: number[] = [];
  const store = () =>
    storePopulation(service.services, { seed: 3, builds: 30, onProgress: (share) => shares.push(share) });
  const first = await store();
  t.is(first.builds, 30);
  t.true(first.runs > 60);
  const untrue = await db.collection("runs").countDocuments({ score: { $not: { $gt: 0.5 } } });
  t.is(untrue, 0, "parts that lack fields in the catalogue have valid results, too");
  t.is(shares.at(-1), 1);
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
  const client = await service.signIn("later");
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

test("the command refuses production without --allow-production, and refuses invalid arguments", (t) => {
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
