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
import { UNKNOWN_GAME } from "../../../src/readers/index.ts";

const points = { higher_is_better: true, is_of_games: false };
const complete: RankableRun = { benchmark_id: 15, variant: null, status: "complete", score: 100 };

test("a run is ranked if it is complete, not suspect, and in a known category", (t) => {
  t.is(rankingOf(complete, points)?.value, 100);
  t.is(rankingOf({ ...complete, suspect: null }, points)?.categories.length, 1);
  for (const status of ["queued", "processing", "failed", "deleting"] as const)
    t.is(rankingOf({ ...complete, status }, points), null);
  t.is(rankingOf({ ...complete, score: null }, points), null);
  t.is(rankingOf({ ...complete, suspect: { detail: "twice as fast as light" } }, points), null);
  const games = { higher_is_better: true, is_of_games: true };
  t.is(rankingOf({ ...complete, variant: UNKNOWN_GAME }, games), null);
});

test("a greater value of an entry always means a better score", (t) => {
  const score = fc.double({ noNaN: true, noDefaultInfinity: true, min: Number.MIN_VALUE });
  fc.assert(
    fc.property(score, score, fc.boolean(), (one, other, isHigherBetter) => {
      const better = isHigherBetter ? one > other : one < other;
      t.is(valueOf(one, { isHigherBetter }) > valueOf(other, { isHigherBetter }), better);
      t.is(scoreOf(valueOf(one, { isHigherBetter }), { isHigherBetter }), one);
    }),
  );
});

test("an entry of the standings without a run is in no cohort", (t) => {
  const build = { account_id: "ada", parts: { cpu: 1 } };
  const created_at = new Date(0);
  t.like(contentOf(build, null), { run_id: null, value: null, cohorts: [], pair: "1:" });
  t.like(contentOf(build, { run_id: "r", score: 5, value: 5, created_at }), { cohorts: ["all", "cpu=1"] });
});

test("an entry of the standings has the parts by which builds are compared", (t) => {
  const build = { account_id: "ada", parts: { cpu: 1, gpu: 2, ram: 3, motherboard: 4 } };
  t.deepEqual(contentOf(build, null).parts, { cpu: 1, gpu: 2 });
});

test("the rank lists that still have to be updated are those of the former and the present parts, each list once", (t) => {
  t.deepEqual(pendingPlacesOf({ pending: [{ cpu: 1 }, { cpu: 2 }] }), [
    { cohort: "all", pair: "1:" },
    { cohort: "cpu=1", pair: null },
    { cohort: "all", pair: "2:" },
    { cohort: "cpu=2", pair: null },
  ]);
  t.deepEqual(
    pendingPlacesOf({ pending: [{ gpu: 1 }, { gpu: 2 }] }).map(({ cohort }) => cohort),
    ["all", "gpu=1", "all", "gpu=2"],
  );
  t.deepEqual(pendingPlacesOf({}), []);
});
