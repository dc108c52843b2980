import test from "ava";
import * as fc from "fast-check";
import { createMedians } from "../../../src/standings/medians/medians.ts";
import { boundRank } from "../../../src/standings/upgrades/ratio-of-medians.ts";
import { testStores } from "../../helpers/stores.ts";
import { categoryId, createRankWorld, quantile } from "../ranks/rank-world.ts";

test("the medians of many cohorts, and the bounds of their intervals, equal those computed by sorting the scores", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  const medians = createMedians({
    ...world,
    benchmarkTypes: [{ id: 15, higher_is_better: true, is_of_games: false }],
  });
  const result = fc.record({
    cpu: fc.constantFrom("1", "2", "3"),
    score: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(result, { minLength: 5, maxLength: 40 }), async (results) => {
      for (const [buildId, { cpu, score }] of results.entries())
        await world.put({ buildId, accountId: `a${buildId % 13}`, parts: { cpu }, score });
      const names = ["cpu=1", "cpu=2", "cpu=3", "cpu=99"];
      const cohorts = names.map((cohort) => ({ category: categoryId, cohort, isHigherBetter: true }));
      const expected = names.map((name) => {
        const scores = [...world.membersOf(name).values()].toSorted((a, b) => a - b);
        const [n, c] = [scores.length, boundRank(scores.length)];
        if (n < 5) return null;
        return { builds: n, median: quantile(scores, 0.5), lower: scores[c - 1], upper: scores[n - c] };
      });
      t.deepEqual(await world.ranks.mediansOf(cohorts), expected);
      const variant = { category: categoryId, benchmark_id: 15 };
      const [one] = (await medians.mediansWith("cpu", "1", [variant])) ?? [];
      t.deepEqual(one, expected[0] && { median: expected[0].median, builds: expected[0].builds });
    }),
    { numRuns: 12 },
  );
  const [variant] = (await medians.variantsOf(15, 10)) ?? [];
  t.like(variant, { category: categoryId, benchmark_id: 15, variant: null });
  t.deepEqual(await medians.buildsIn([categoryId, "unknown"]), [variant?.builds, 0]);
});

test("in a benchmark where lower scores are better, medians and bounds are scores, the lower bound first", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  // The method `put` stores values. In a benchmark where lower scores are better, the value of a score is the negative
  // score.
  for (const [buildId, value] of [-10, -20, -30, -40, -50, -60].entries())
    await world.put({ buildId, accountId: `a${buildId}`, parts: { cpu: "1" }, score: value });
  const [found] =
    (await world.ranks.mediansOf([{ category: categoryId, cohort: "cpu=1", isHigherBetter: false }])) ?? [];
  t.deepEqual(found, { builds: 6, median: 35, lower: 10, upper: 60 });
});

test("while Redis has no ranks, all medians of cohorts and numbers of builds are null", async (t) => {
  const world = await createRankWorld(await testStores(t));
  const medians = createMedians({ ...world, benchmarkTypes: [] });
  t.is(await medians.variantsOf(15, 10), null);
  t.is(await medians.buildsIn([categoryId]), null);
  t.is(await medians.mediansWith("cpu", "1", [{ category: categoryId, benchmark_id: 15 }]), null);
});
