import test from "ava";
import * as fc from "fast-check";
import {
  contentOf,
  rankingOf,
  scoreOf,
  pendingPlacesOf,
  valueOf,
  type RankableRun,
} from "../../../src/standings/model/entry.ts";

const points = { higher_is_better: true, is_of_games: false };
const complete: RankableRun = { benchmark_id: 15, variant: null, status: "complete", score: 100 };

test("a run is ranked if it is complete, has no reason against being ranked, and is in a known category", (t) => {
  t.is(rankingOf(complete, points)?.value, 100);
  t.is(rankingOf({ ...complete, unranked: null }, points)?.categories.length, 1);
  for (const status of ["queued", "processing", "failed", "deleting"] as const)
    t.is(rankingOf({ ...complete, status }, points), null);
  t.is(rankingOf({ ...complete, score: null }, points), null);
  t.is(rankingOf({ ...complete, unranked: { detail: "twice as fast as light" } }, points), null);
  const games = { higher_is_better: true, is_of_games: true };
  t.is(rankingOf({ ...complete, variant: null }, games), null);
});

test("a greater value of a ranking entry always means a better score", (t) => {
  const score = fc.double({ noNaN: true, noDefaultInfinity: true, min: Number.MIN_VALUE });
  fc.assert(
    fc.property(score, score, fc.boolean(), (one, other, isHigherBetter) => {
      const better = isHigherBetter ? one > other : one < other;
      t.is(valueOf(one, { isHigherBetter }) > valueOf(other, { isHigherBetter }), better);
      t.is(scoreOf(valueOf(one, { isHigherBetter }), { isHigherBetter }), one);
    }),
  );
});

test("an entry of a ranking without a run is compared with no other entries", (t) => {
  const build = { account_id: "ada", parts: { cpu: "a" } };
  const created_at = new Date(0);
  t.like(contentOf(build, null), { run_id: null, value: null, cohorts: [], pair: "a:" });
  t.like(contentOf(build, { run_id: "r", score: 5, value: 5, created_at }), { cohorts: ["all", "cpu=a"] });
});

test("after a change of parts, the rank lists of the former and of the present parts have to be updated, each list once", (t) => {
  t.deepEqual(pendingPlacesOf({ pending: [{ cpu: "a" }, { cpu: "b" }] }), [
    { cohort: "all", pair: "a:" },
    { cohort: "cpu=a", pair: null },
    { cohort: "all", pair: "b:" },
    { cohort: "cpu=b", pair: null },
  ]);
  t.deepEqual(
    pendingPlacesOf({ pending: [{ gpu: "a" }, { gpu: "b" }] }).map(({ cohort }) => cohort),
    ["all", "gpu=a", "all", "gpu=b"],
  );
  t.deepEqual(pendingPlacesOf({}), []);
});
