import test from "ava";
import { testStores } from "../../helpers/stores.ts";
import { requireExact } from "./brute-force.ts";
import { categoryId, createRankWorld } from "./rank-world.ts";

const cohort = { category: categoryId, cohort: "all", isHigherBetter: true };

test("the pages of a ranking together have each entry once, and equal scores share a rank across pages", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  for (let buildId = 0; buildId < 23; buildId += 1)
    await world.put({ buildId, accountId: `a${buildId}`, parts: {}, score: Math.floor(buildId / 5) });
  const members: { member: string; rank: number; score: number }[] = [];
  for (let offset = 0; offset < 23; offset += 3) {
    const page = await world.ranks.pageOf(cohort, { offset, limit: 3 });
    t.is(page?.total, 23);
    members.push(...(page?.members ?? []));
  }
  t.is(new Set(members.map(({ member }) => member)).size, 23);
  const whole = await world.ranks.pageOf(cohort, { offset: 0, limit: 100 });
  t.deepEqual(members, whole?.members);
  await requireExact(t, world);
  t.deepEqual(await world.ranks.pageOf(cohort, { offset: 90, limit: 3 }), { total: 23, members: [] });
});

test("in a benchmark where lower scores are better, rankings give all values as scores, and the lowest score is the best", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  const values = [-10, -20, -30, -40, -50, -60];
  for (const [buildId, score] of values.entries())
    await world.put({ buildId, accountId: `a${buildId}`, parts: {}, score });
  const less = { ...cohort, isHigherBetter: false };
  const distribution = await world.ranks.distributionOf(less);
  const { histogram, ...figures } = distribution ?? {};
  t.deepEqual(figures, { builds: 6, best: 10, worst: 60, median: 35, p10: 15, p90: 55 });
  t.is(histogram?.[0]?.from, 10);
  t.is(histogram?.[19]?.to, 60);
  t.is(
    histogram?.reduce((sum, { builds }) => sum + builds, 0),
    6,
  );
  const [standing] = (await world.ranks.standingsOf([{ ...less, member: "a1::", score: 20 }])) ?? [];
  t.is(standing?.rank, 2);
  t.is(standing?.better_than_percent, 80);
  t.deepEqual((await world.ranks.pageOf(less, { offset: 0, limit: 1 }))?.members[0]?.score, 10);
});

test("the second best of many builds beats 99 % of them, because the share is rounded down, and only the best beats 100 %", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  for (let buildId = 1; buildId <= 250; buildId += 1)
    await world.put({ buildId, accountId: `a${buildId}`, parts: {}, score: buildId });
  const asked = [250, 249].map((score) => Object.assign({ member: `a${score}::`, score }, cohort));
  t.deepEqual(
    (await world.ranks.standingsOf(asked))?.map((standing) => [
      standing?.rank,
      standing?.better_than_percent,
    ]),
    [
      [1, 100],
      [2, 99],
    ],
  );
});

test("a histogram of equal scores in a ranking has bins around that score", async (t) => {
  const world = await createRankWorld(await testStores(t));
  await world.ranks.refill();
  for (let buildId = 0; buildId < 5; buildId += 1)
    await world.put({ buildId, accountId: `a${buildId}`, parts: {}, score: 100 });
  const { histogram } = (await world.ranks.distributionOf(cohort)) ?? {};
  t.deepEqual([histogram?.[0]?.from, histogram?.[19]?.to], [95, 105]);
  t.is(histogram?.[10]?.builds, 5);
});

test("reads of ranks throw the error of an unavailable Redis, and return null if Redis has no ranks", async (t) => {
  const stores = await testStores(t);
  const world = await createRankWorld(stores);
  t.is(await world.ranks.distributionOf(cohort), null);
  t.is(await world.ranks.standingsOf([]), null);
  const closed = stores.redis.duplicate();
  closed.disconnect();
  const away = await createRankWorld(stores, { redis: closed });
  await t.throwsAsync(away.ranks.distributionOf(cohort));
  await t.throwsAsync(away.ranks.refill());
});
