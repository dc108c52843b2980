import test from "ava";
import * as fc from "fast-check";
import {
  CLEARED_BELOW,
  deviationsOf,
  MARKED_BEYOND,
  MAX_CLEARINGS,
  MIN_ENTRIES,
  MIN_ENTRIES_ESTABLISHED,
  reasonOf,
  verdictOf,
  type ComparedWith,
  type Spread,
} from "../../../src/standings/model/outlier.ts";

const noCategory = { builds: 0, bestOther: null };
const judge = (
  score: number,
  spread: Spread | null,
  outlierBy: ComparedWith | null = null,
  category = noCategory as { builds: number; bestOther: number | null },
  isEstablished = false,
) =>
  verdictOf({ score, isHigherBetter: true, outlierBy, isEstablished }, { spread, categories: [category] })
    ?.isOutlier ?? null;

/** The spread of some scores, by sorting them. */
function spreadOf(scores: readonly number[]): Spread {
  const middle = (values: readonly number[]): number => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (sorted.length - 1) / 2;
    return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
  };
  const logs = scores.map(Math.log);
  const logMedian = middle(logs);
  return { builds: scores.length, logMedian, logMad: middle(logs.map((log) => Math.abs(log - logMedian))) };
}

test("a score beyond five robust deviations of twenty others is an outlier, above and below, and stays one down to four and a half", (t) => {
  const spread = { builds: MIN_ENTRIES, logMedian: Math.log(1000), logMad: 0.02 };
  const at = (deviations: number) => 1000 * Math.exp(deviations * 1.4826 * 0.02);
  for (const sign of [1, -1]) {
    t.is(judge(at(sign * 5.01), spread), true);
    t.is(judge(at(sign * 4.99), spread), false);
    t.is(judge(at(sign * 4.6), spread, "cohort"), true);
    t.is(judge(at(sign * 4.4), spread, "cohort"), false);
  }
  t.is(judge(at(50), { ...spread, builds: MIN_ENTRIES - 1 }), null, "too few entries mark nothing");
  t.is(judge(at(0), { ...spread, builds: MIN_ENTRIES - 1 }, "cohort"), null, "and clear nothing");
  const smaller = { ...spread, builds: MIN_ENTRIES_ESTABLISHED };
  t.is(judge(at(50), smaller, null, noCategory, true), true, "a cohort that had enough is judged by");
  t.is(judge(at(50), { ...smaller, builds: smaller.builds - 1 }, null, noCategory, true), null);
});

test("where most of a cohort have the very same score, those beside it are not outliers for that alone", (t) => {
  const spread = spreadOf([...Array.from({ length: 30 }, () => 1000), 1010, 990]);
  t.is(spread.logMad, 0);
  for (const score of [1000, 1010, 990, 1045]) t.is(judge(score, spread), false, String(score));
  t.is(judge(1100, spread), true);
});

test("a score that is better by more than a third than all of its category needs no cohort; one that is worse does", (t) => {
  const category = { builds: MIN_ENTRIES, bestOther: 3000 };
  t.is(judge(4001, null, null, category), true);
  t.is(judge(3999, null, null, category), false);
  t.is(judge(1, null, null, category), false);
  t.is(judge(3800, null, "category", category), true, "it is cleared below one and a quarter");
  t.is(judge(3700, null, "category", category), false);
  t.is(judge(4001, null, null, { ...category, builds: MIN_ENTRIES - 1 }), null);
  t.is(judge(4001, null, "cohort", category), null, "what a cohort has marked only a cohort clears");
  const own = { builds: 25, logMedian: Math.log(2500), logMad: 0.1 };
  t.is(judge(4001, own, null, category), true, "also where the cohort of its own parts finds it usual");
  t.is(judge(3999, own, null, category), false);
  t.is(judge(3800, own, "cohort", category), true, "what one comparison has marked both have to clear");
  t.is(judge(3700, own, "category", category), false);
  const lower = verdictOf(
    { score: 7, isHigherBetter: false, outlierBy: null, isEstablished: false },
    { spread: null, categories: [{ builds: 40, bestOther: 10 }] },
  );
  t.is(lower?.isOutlier, true);
});

test("of a category and wider ones the narrowest that is big enough decides", (t) => {
  const judged = { score: 4500, isHigherBetter: true, outlierBy: null, isEstablished: false };
  const verdict = (...builds: readonly [number, number][]) =>
    verdictOf(judged, {
      spread: null,
      categories: builds.map(([count, bestOther]) => ({ builds: count, bestOther })),
    });
  t.deepEqual(verdict([3, 100], [20, 3000], [90, 4400]), { isOutlier: true, by: "category" });
  t.deepEqual(verdict([3, 100], [19, 3000], [90, 4400]), { isOutlier: false, by: "category" });
  t.is(verdict([3, 100], [19, 3000]), null);
});

test("the reason names the score, its cohort and what to do, and has no point of a kind that nobody reads", (t) => {
  const spread = { builds: 24, logMedian: Math.log(15_210.123_456), logMad: 0.02 };
  const facts = { score: 90_000, unit: "points", parts: "CPU" };
  const { detail, public_detail } = reasonOf(facts, { spread, categories: [noCategory] }, "cohort");
  t.is(public_detail, detail);
  t.regex(
    detail,
    /^The score of 90000 points lies far above those of other builds with the same CPU: the median of 24 of them is 15210\.1 points, and this is 59\.96 robust deviations away, where at most 5 are usual\. .*ask the operator of this service for a review\.$/,
  );
  const categories = [noCategory, { builds: 30, bestOther: 40_000 }];
  t.regex(
    reasonOf(facts, { spread: null, categories }, "category").detail,
    /better by more than a third than the best of 30 other results, 40000 points/,
  );
});

/** Judges scores one after the other, as arrivals and every later look at all of them do, until nothing changes. */
function settle(scores: readonly number[]): { changes: number[]; marked: boolean[] } {
  const marked = scores.map(() => false);
  const clearings = scores.map(() => 0);
  const changes = scores.map(() => 0);
  const arrived: number[] = [];
  let isEstablished = false;
  const look = (index: number): boolean => {
    const score = scores[index] ?? 0;
    const cohort = arrived.filter((other) => !marked[other]).map((other) => scores[other] ?? 0);
    if (cohort.length === 0) return false;
    const before = marked[index] ?? false;
    isEstablished ||= cohort.length >= MIN_ENTRIES;
    const outlierBy = before ? "cohort" : null;
    const verdict = judge(score, spreadOf(cohort), outlierBy, noCategory, isEstablished) ?? before;
    if (verdict === before || (before && (clearings[index] ?? 0) >= MAX_CLEARINGS)) return false;
    if (before) clearings[index] = (clearings[index] ?? 0) + 1;
    marked[index] = verdict;
    changes[index] = (changes[index] ?? 0) + 1;
    return true;
  };
  for (const index of scores.keys()) {
    arrived.push(index);
    look(index);
  }
  while (arrived.map(look).some(Boolean));
  return { changes, marked };
}

test("nothing flickers: in whatever order scores arrive, looking at them again comes to an end, and changes none more often than it may", (t) => {
  const near = fc.double({ min: 900, max: 1100, noNaN: true });
  const border = fc.double({ min: 1100, max: 1600, noNaN: true });
  const far = fc.constantFrom(1, 50, 5000, 100_000);
  const scores = fc.array(fc.oneof({ weight: 6, arbitrary: near }, { weight: 2, arbitrary: border }, far), {
    minLength: 15,
    maxLength: 60,
  });
  fc.assert(
    fc.property(scores, (given) => {
      const { changes, marked } = settle(given);
      for (const count of changes) t.true(count <= 2 * MAX_CLEARINGS + 1);
      const cohort = given.filter((_, index) => !marked[index]);
      if (given.length < MIN_ENTRIES || cohort.length < MIN_ENTRIES_ESTABLISHED) return;
      const spread = spreadOf(cohort);
      for (const [index, score] of given.entries()) {
        const deviations = Math.abs(deviationsOf(score, spread));
        if (deviations > MARKED_BEYOND) t.true(marked[index], `${score} is marked`);
        if (deviations < CLEARED_BELOW && (changes[index] ?? 0) < 2 * MAX_CLEARINGS)
          t.false(marked[index], `${score} is not marked`);
      }
    }),
    { numRuns: 200 },
  );
});

test("a score at the border is marked once and stays so while its cohort does not change", (t) => {
  const cohort = Array.from({ length: 40 }, (_, index) => 1000 * Math.exp((index - 19.5) * 0.002));
  const spread = spreadOf(cohort);
  const border = Math.exp(spread.logMedian + MARKED_BEYOND * 1.4826 * spread.logMad);
  for (const factor of [0.999_999, 1, 1.000_001]) {
    let outlierBy: ComparedWith | null = null;
    const seen: boolean[] = [];
    for (let looks = 0; looks < 6; looks += 1) {
      // While it is no outlier it is in the cohort itself.
      const now = spreadOf(outlierBy === null && looks > 0 ? [...cohort, border * factor] : cohort);
      const isOutlier: boolean = judge(border * factor, now, outlierBy) ?? false;
      outlierBy = isOutlier ? "cohort" : null;
      seen.push(isOutlier);
    }
    t.is(new Set(seen).size, 1, `${factor}: ${seen.join()}`);
  }
});
