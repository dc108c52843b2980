import type { ExecutionContext } from "ava";
import { MIN_BUILDS } from "../../../src/standings/ranks/distribution.ts";
import { categoryId, quantile, type RankWorld } from "./rank-world.ts";

/** Asserts that everything the ranks return about `category` agrees with the stored entries. */
export async function requireExact(t: ExecutionContext, world: RankWorld): Promise<void> {
  const cohorts = world.cohorts();
  for (const cohort of cohorts) await requireExactCohort(t, world, cohort);
  const counted = cohorts.filter((cohort) => !cohort.includes("&") && cohort !== "all");
  for (const cohort of counted) {
    const [kind = "", slug = ""] = cohort.split("=");
    // Cinebench measures only processors, so in its category the other kinds of part have no builds.
    const builds = kind === "cpu" ? world.membersOf(cohort).size : 0;
    t.deepEqual(
      await world.ranks.measuredWith(kind as "cpu" | "gpu", slug, { offset: 0, limit: 10 }),
      listOf(builds),
    );
  }
  t.deepEqual(
    await world.ranks.variantsOf(15, { offset: 0, limit: 10 }),
    listOf(world.membersOf("all").size),
  );
}

function listOf(builds: number) {
  return builds === 0
    ? { total: 0, categories: [] }
    : { total: 1, categories: [{ category: categoryId, builds }] };
}

async function requireExactCohort(t: ExecutionContext, world: RankWorld, cohort: string): Promise<void> {
  const members = [...world.membersOf(cohort)];
  const scores = members.map(([, score]) => score).toSorted((a, b) => a - b);
  const name = { category: categoryId, cohort, isHigherBetter: true };
  const rankOf = (score: number) => 1 + scores.filter((other) => other > score).length;

  const page = await world.ranks.pageOf(name, { offset: 0, limit: 1000 });
  t.is(page?.total, members.length);
  t.deepEqual(
    page?.members.toSorted((a, b) => (a.member < b.member ? -1 : 1)),
    members
      .map(([member, score]) => ({ member, score, rank: rankOf(score) }))
      .toSorted((a, b) => (a.member < b.member ? -1 : 1)),
  );

  const asked = members.map(([member, score]) => ({ ...name, member, score: score + 1 }));
  const standings = members.length === 0 ? [] : await world.ranks.standingsOf(asked);
  const quantiles = {
    p10: quantile(scores, 0.1),
    median: quantile(scores, 0.5),
    p90: quantile(scores, 0.9),
  };
  t.deepEqual(
    standings,
    members.map(([own], index) => {
      const score = asked[index]?.score ?? 0;
      const others = members.filter(([member]) => member !== own).map(([, value]) => value);
      if (others.length + 1 < MIN_BUILDS) return null;
      return {
        builds: others.length + 1,
        rank: 1 + others.filter((other) => other > score).length,
        better_than_percent: Math.floor(
          (100 * others.filter((other) => other < score).length) / others.length,
        ),
        ...quantiles,
      };
    }),
  );

  const distribution = await world.ranks.distributionOf(name);
  t.is(distribution?.builds, members.length);
  if (members.length < MIN_BUILDS) return void t.is(distribution?.median, null);
  const { histogram, builds: _, ...figures } = distribution ?? {};
  t.deepEqual(figures, { ...quantiles, best: scores.at(-1), worst: scores[0] });
  t.is(histogram?.length, 20);
  for (const [index, { from, to, builds }] of (histogram ?? []).entries()) {
    const isLast = index === 19;
    t.is(builds, scores.filter((score) => score >= from && (score < to || (isLast && score <= to))).length);
  }
}
