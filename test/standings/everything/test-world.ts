import test, { type ExecutionContext } from "ava";
import { createRandom } from "../../../scripts/admin/population/random.ts";
import { openTestService, type TestService } from "../../helpers/service.ts";
import { untilScored } from "../../helpers/until-scored.ts";
import { expectedOf, requireProducts, requireRankings, requireRuns, type Expected } from "./comparisons.ts";
import { readFacts } from "./facts.ts";
import { requireUpgrades } from "./upgrades.ts";
import { createWorld, submitRandom, takeStep, type World } from "./world.ts";

const STEPS = 90;
const MAX_ROUNDS = 20;

/** Runs the sweeps and the outlier check repeatedly until they find nothing to do. */
async function settle({ services }: TestService): Promise<void> {
  const { standings, ranks, builds } = services;
  await ranks.refill();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const done = [await builds.sweep.run(), await standings.sweep.run()];
    const { marked, cleared } = await standings.outlierCheck.checkAll();
    if (Math.max(...done, marked, cleared) > 0) continue;
    await untilScored({ services });
    return;
  }
  throw new Error(`after ${MAX_ROUNDS} rounds something is left to be ranked or checked`);
}

type Random = ReturnType<typeof createRandom>;

/** Makes builds and submits runs, and then changes them in random steps. */
async function play(world: World, random: Random, { db }: TestService["stores"]): Promise<void> {
  const { idsOf } = world;
  for (const account of world.people.keys())
    for (let count = random.wholeBetween(1, 3); count > 0; count -= 1) {
      const [cpu, gpu] = [random.oneOf(idsOf.cpu), random.oneOf(idsOf.gpu)];
      const motherboard = random.maybeOneOf(random.happens(0.5) ? idsOf.motherboard : []);
      const parts = { cpu, ...(random.happens(0.95) && { gpu }), ...(motherboard && { motherboard }) };
      await world.make(account, parts);
      // Some accounts have a second build with the same parts.
      if (random.happens(0.2)) await world.make(account, parts);
    }
  const made = (await readFacts(db)).builds;
  for (const build of made)
    for (let count = random.wholeBetween(1, 6); count > 0; count -= 1)
      await submitRandom(world, random, build);
  for (let step = 0; step < STEPS; step += 1) await takeStep(world, random, (await readFacts(db)).runs);
}

/** Stores the same builds and runs again in another order. Returns the new id of each run by its former id. */
async function playAgain(world: World, random: Random, { builds: made, runs }: Expected) {
  const buildOf = new Map<number, number>();
  for (const { account, id, ids } of shuffled(random, made)) buildOf.set(id, await world.make(account, ids));
  const idOf = new Map<string, string>();
  for (const { id, build, benchmark, score, review, run } of shuffled(random, runs)) {
    const { variant, game, settings } = run;
    const typed = { variant, ...(game !== undefined && { game }), ...(settings && { settings }) };
    idOf.set(id, await world.submit({ build: buildOf.get(build.id) ?? 0, benchmark, score, typed }));
    if (review) await world.decide(idOf.get(id) ?? "", review);
    if (random.happens(0.1)) await world.sweep(random.wholeBetween(0, 2));
  }
  return idOf;
}

function shuffled<T>(random: Random, things: readonly T[]): T[] {
  const keyed = things.map((thing) => ({ thing, key: random.between(0, 1) }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ thing }) => thing);
}

/**
 * Compares all responses with values computed from the stored runs and builds. Returns the outlier marks and standings
 * (ranks) of runs, and the number of upgrades.
 */
async function requireAll(t: ExecutionContext, world: World, service: TestService) {
  await settle(service);
  const expected = expectedOf(await readFacts(service.stores.db));
  t.deepEqual(
    expected.border.map(({ id }) => id),
    [],
    "marks at the border depend on earlier marks: choose another seed",
  );
  const shown = await requireRuns(t, world, expected);
  await requireRankings(t, world, expected);
  const settings = await requireProducts(t, world, expected);
  const upgrades = await requireUpgrades(t, world, expected, settings);
  return { expected, shown, upgrades };
}

/**
 * Declares the test of a simulated world: it changes runs, builds and accounts at random, compares all responses with the
 * stored runs, and stores the same runs again in another order.
 * @param seed the seed of the world
 * @param accounts the number of accounts: 12 are too few for the narrow outlier bounds, 24 are enough
 */
export function testWorld(seed: number, accounts: number): void {
  test.serial(
    `after random changes of runs, builds and accounts, all figures agree with the stored runs, in any order (seed ${seed})`,
    async (t) => {
      t.timeout(600_000);
      // The service has no workers, so that only the test runs the sweeps.
      const service = await openTestService({
        hasWorkers: false,
        env: { RATE_LIMITS: "false" },
      });
      t.teardown(service.close);
      const random = createRandom(seed);
      const world = await createWorld(service, accounts);
      t.teardown(
        () => void (t.passed || process.env["GENERATED_SEED"] === undefined || t.log(world.steps.join("\n"))),
      );
      await play(world, random, service.stores);
      const first = await requireAll(t, world, service);
      t.true(first.expected.outliers.size > 0, "a world without outliers proves little");
      // With few accounts hardly any gain of an upgrade is certain.
      if (accounts > 20) t.true(first.upgrades > 0, "a large world without upgrades proves little");
      for (const { account, id } of first.expected.builds) await world.remove(account, `/builds/${id}`);
      await settle(service);
      t.is(await service.stores.db.collection("standings").countDocuments(), 0);
      const idOf = await playAgain(world, random, first.expected);
      const again = await requireAll(t, world, service);
      const { runs } = first.expected;
      t.deepEqual(
        runs.map(({ id }) => [id, again.shown.get(idOf.get(id) ?? "")]),
        runs.map(({ id }) => [id, first.shown.get(id)]),
      );
    },
  );
}
