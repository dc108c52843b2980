import test from "ava";
import * as fc from "fast-check";
import {
  isFar,
  limitAheadOf,
  MIN_ENTRIES,
  reasonOfAhead,
  reasonOfFar,
  usualScoresOf,
  type UsualScores,
} from "../../../src/standings/model/outlier.ts";

const byCohort = { by: "cohort" } as const;
const byCategory = { by: "category" } as const;

function usualOf(scores: readonly number[]): UsualScores {
  const usual = usualScoresOf(Float64Array.from(scores));
  if (!usual) throw new Error("there are enough scores");
  return usual;
}

/** Scores around 1,000, whose logarithms have a median distance of 0.02 from their median. */
const around = Array.from({ length: MIN_ENTRIES + 1 }, (_, index) => 1000 * Math.exp((index - 10) * 0.004));

/**
 * Returns how many robust deviations a score may lie from the median of a group of compared builds, by the number of
 * accounts in the group; null if the group is too small for the check.
 */
function deviationsOf(accounts: number): number | null {
  if (accounts < 8) return null;
  return accounts < 20 ? 8 : 5;
}

test("the outlier check marks scores beyond five robust deviations from the median of 20 or more accounts, or eight from that of 8 to 19", (t) => {
  const usual = usualOf(around);
  const at = (deviations: number) => 1000 * Math.exp(deviations * 1.4826 * 0.02);
  for (const sign of [1, -1]) {
    t.true(isFar(at(sign * 5.01), usual));
    t.false(isFar(at(sign * 4.99), usual));
    t.false(isFar(at(sign * 4.6), usual));
  }
  // Half of the scores lie above 1000 and half below. The logarithm of each score differs by 0.02 from the logarithm of
  // 1000.
  for (const count of [18, 8]) {
    const few = usualOf(
      Array.from({ length: count }, (_, index) => 1000 * Math.exp(index % 2 === 0 ? 0.02 : -0.02)),
    );
    for (const sign of [1, -1]) {
      t.true(isFar(at(sign * 8.01), few), `${count} accounts`);
      t.false(isFar(at(sign * 7.99), few), `${count} accounts`);
    }
  }
  t.is(usualScoresOf(Float64Array.from(around.slice(0, 7))), null, "fewer accounts define no usual scores");
});

test("an outlier mark set within a cohort is cleared once the score is within nine tenths of the outlier bound, other marks once it is within the bound", (t) => {
  const usual = usualOf(around);
  const at = (deviations: number) => 1000 * Math.exp(deviations * 1.4826 * 0.02);
  for (const sign of [1, -1]) {
    t.true(isFar(at(sign * 4.51), usual, byCohort));
    t.false(isFar(at(sign * 4.49), usual, byCohort));
    t.false(isFar(at(sign * 4.51), usual, byCategory));
    t.true(isFar(at(sign * 5.01), usual, byCategory));
  }
});

test("if most scores of a cohort are equal, scores close to them are no outliers", (t) => {
  const usual = usualOf([...Array.from({ length: 30 }, () => 1000), 1010, 990]);
  for (const score of [1000, 1010, 990, 1045]) t.false(isFar(score, usual), String(score));
  t.true(isFar(1100, usual));
});

test("the outlier check computes median and outlier bounds of a cohort as exactly as sorting does, for scores in any order", (t) => {
  const middle = (values: readonly number[]): number => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (sorted.length - 1) / 2;
    return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
  };
  const isClose = (a: number, b: number) => Math.abs(a / b - 1) < 1e-9;
  const score = fc.oneof(fc.constantFrom(1, 2, 2, 1e6), fc.double({ min: 0.01, max: 1e5, noNaN: true }));
  const scores = fc.array(score, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(scores, (given) => {
      const deviations = deviationsOf(given.length);
      if (deviations === null) return void t.is(usualScoresOf(Float64Array.from(given)), null);
      const { accounts, median, from, to } = usualOf(given);
      const logs = given.map(Math.log);
      const logMedian = middle(logs);
      const sigma = Math.max(0.01, 1.4826 * middle(logs.map((log) => Math.abs(log - logMedian))));
      t.is(accounts, given.length);
      t.true(isClose(median, Math.exp(logMedian)));
      t.true(isClose(from, Math.exp(logMedian - deviations * sigma)));
      t.true(isClose(to, Math.exp(logMedian + deviations * sigma)));
      t.deepEqual(usualOf(given.toReversed()), usualOf(given));
    }),
  );
});

test("a result counts as far ahead if it is more than a third better, whether higher or lower scores are better", (t) => {
  t.is(limitAheadOf(3000), 4000);
  // If a lower score is better, a score of 7.5 is better than 10 by a third.
  t.is(limitAheadOf(-10), -7.5);
});

test("the reason of an outlier mark names the cohort and what to do, with rounded numbers", (t) => {
  const usual = { accounts: 24, median: 15_210.123_456, from: 14_000.000_1, to: 16_500 };
  const facts = { parts: "CPU", unit: "points" };
  const { detail, public_detail } = reasonOfFar("above", { ...usual, clearedFrom: 0, clearedTo: 0 }, facts);
  t.is(public_detail, detail);
  t.regex(
    detail,
    /^The score lies far above the scores of other builds with the same CPU: the median of the best scores of 24 accounts is 15210\.1 points, and 14000 to 16500 points are usual\. .*ask the operator of this service for a review\.$/,
  );
  t.regex(
    reasonOfAhead(40_000, facts).detail,
    /^The score is better by more than a third than the best result of all other accounts, 40000 points\. The service shows the result/,
  );
});
