import test from "ava";
import * as fc from "fast-check";
import { categoryIdOf } from "../../../src/standings/model/category.ts";
import { createCategoriesRepository } from "../../../src/standings/records/categories-repository.ts";
import { testStores } from "../../helpers/stores.ts";
import { until } from "../../helpers/until.ts";
import { requireExact } from "./brute-force.ts";
import { category, categoryId, createRankWorld, type Given } from "./rank-world.ts";

const part = fc.option(fc.constantFrom("a-1", "a-10"), { nil: undefined });

/** Generates entries of rankings (best runs of builds) with few parts and scores, so that these often coincide. */
const given: fc.Arbitrary<Given> = fc.record({
  buildId: fc.integer({ min: 1, max: 12 }),
  accountId: fc.constant(""),
  parts: fc.record({ cpu: part, gpu: part }),
  score: fc.option(fc.constantFrom(-7.25, 0.1, 0.3, 10, 10, 11, 1e9), { freq: 3 }),
});

/** Generates entries of rankings (best runs of builds) in which each build always has the same owner. */
const owned = given.map((one) => Object.assign(one, { accountId: `account-${one.buildId % 7}` }));

test("after any sequence of changes the ranks in Redis agree with the entries in MongoDB", async (t) => {
  t.timeout(600_000);
  const stores = await testStores(t);
  await fc.assert(
    fc.asyncProperty(fc.array(owned, { minLength: 8, maxLength: 25 }), async (changes) => {
      await stores.db.collection("standings").deleteMany({});
      const world = await createRankWorld(stores);
      t.true(await world.ranks.refill());
      for (const change of changes) await world.put(change);
      await requireExact(t, world);
      await stores.redis.unlink(await stores.redis.keys(`${world.root}*`));
      t.is(await world.ranks.pageOf(cohortAll, { offset: 0, limit: 1 }), null);
      t.true(await world.ranks.refill());
      await requireExact(t, world);
    }),
    { numRuns: 10 },
  );
});

const cohortAll = { category: categoryId, cohort: "all", isHigherBetter: true };

test("if several writers update one account's ranks at the same time, the last change wins", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  const parts = { cpu: "a" };
  const changes = Array.from({ length: 12 }, (_, index) => ({
    buildId: index % 3,
    accountId: "ada",
    parts,
    score: 100 - index,
  }));
  const updates: Promise<void>[] = [];
  for (const change of changes) {
    const { of, places } = await world.write(change);
    updates.push(world.ranks.update(of, places));
  }
  await Promise.all(updates);
  t.deepEqual((await world.ranks.pageOf(cohortAll, { offset: 0, limit: 9 }))?.members, [
    { member: "ada:a:", rank: 1, score: 91 },
  ]);
});

test("a writer of ranks that has lost its lock writes nothing and starts again", async (t) => {
  const stores = await testStores(t);
  let betweenReadingAndWriting = async (): Promise<void> => undefined;
  const real = await createRankWorld(stores);
  const slow = await createRankWorld(stores, {
    config: { REDIS_KEY_PREFIX: real.prefix },
    entries: {
      ...real.entries,
      findOfAccountIn: async (...args) => {
        const found = await real.entries.findOfAccountIn(...args);
        await betweenReadingAndWriting();
        return found;
      },
    },
  });
  await real.ranks.refill();
  const before = await real.write({ buildId: 1, accountId: "ada", parts: {}, score: 10 });
  let readings = 0;
  betweenReadingAndWriting = async () => {
    readings += 1;
    if (readings > 1) return;
    // Remove the lock as if it had expired, so that another writer can change the entry and update the ranks.
    await stores.redis.del(`${real.root}:lock:ada:${categoryId}`);
    await real.put({ buildId: 1, accountId: "ada", parts: {}, score: 3 });
  };
  await slow.ranks.update(before.of, before.places);
  t.is(readings, 2);
  t.is((await real.ranks.pageOf(cohortAll, { offset: 0, limit: 1 }))?.members[0]?.score, 3);
});

test("a writer of ranks waits while another writer holds the lock", async (t) => {
  const stores = await testStores(t);
  let tries = 0;
  // Count the attempts to take the lock: the writer looks up the category before each attempt.
  const find = async () => ((tries += 1), []);
  const categories = { ...createCategoriesRepository(stores.db), find };
  const world = await createRankWorld(stores, { categories });
  await world.ranks.refill();
  const { of, places } = await world.write({ buildId: 1, accountId: "ada", parts: {}, score: 10 });
  const key = `${world.root}:lock:ada:${categoryId}`;
  await stores.redis.set(key, "the token of another");
  let isUpdated = false;
  const updating = world.ranks.update(of, places).then(() => (isUpdated = true));
  await until(async () => tries > 2 || isUpdated, "the writer has tried to take the lock more than once");
  t.false(isUpdated);
  t.is((await world.ranks.pageOf(cohortAll, { offset: 0, limit: 1 }))?.total, 0);
  await stores.redis.del(key);
  await updating;
  t.is((await world.ranks.pageOf(cohortAll, { offset: 0, limit: 1 }))?.total, 1);
});

test("an account with more builds than one read returns is ranked with its best score in each rank list", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  for (let buildId = 0; buildId < 40; buildId += 1)
    await world.put({
      buildId,
      accountId: "ada",
      parts: buildId % 4 === 0 ? { cpu: "cpu-0" } : { cpu: `cpu-${buildId % 2}`, gpu: `gpu-${buildId % 3}` },
      score: (buildId * 7) % 40,
    });
  await requireExact(t, world);
  t.is(world.membersOf("all").size, 7);
});

test("a result with a resolution adds the category of this resolution to the ranks and to the list of variants", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  const game = { ...category, benchmark_id: 16, variant: "game.exe" };
  const atResolution = { ...game, resolution: "1920x1080" };
  await world.categories.insertMissing([
    { category: game, texts: { resolution: null, preset: null }, title: null },
  ]);
  await world.categories.insertMissing([
    { category: atResolution, texts: { resolution: "1080p", preset: null }, title: null },
  ]);
  await world.put({ buildId: 1, accountId: "ada", parts: { cpu: "a" }, score: 1 }, game);
  await world.put({ buildId: 2, accountId: "ada", parts: { cpu: "a" }, score: 1 }, atResolution);
  const span = { offset: 0, limit: 9 };
  t.is((await world.ranks.variantsOf(16, span))?.total, 1);
  t.is((await world.ranks.measuredWith("cpu", "a", span))?.total, 1);
  t.deepEqual(await world.ranks.settingsOf(categoryIdOf(game), 5), {
    resolutions: [{ category: categoryIdOf(atResolution), builds: 1 }],
    presets: [],
  });
});
