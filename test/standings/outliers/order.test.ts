import test from "ava";
import * as fc from "fast-check";
import { startTestService } from "../../helpers/service.ts";
import { checkedScores } from "./checked-scores.ts";

// The service has no workers, so that only the test runs the sweeps.
const service = await startTestService(test, { hasWorkers: false });
const { store, update, check, reasonOf } = checkedScores(service);

const GRAPHICS_TEST = 7;
const ACCOUNTS = 44;

interface Result {
  /** The number of the build. Each account has two builds, whose numbers differ by ACCOUNTS. */
  build: number;
  score: number;
}

const accountOf = ({ build }: Result) => build % ACCOUNTS;
/**
 * How many accounts have cards 1, 2 and 3: enough for the narrow outlier bounds, enough only for the wide ones, and too
 * few for any outlier check of the card. The card of the last account is unknown.
 */
const HOLDERS = [22, 14, 7] as const;
/** Returns the number of the card with which a result was measured; undefined for the unknown card. */
const cardOf = (result: Result) => {
  const account = accountOf(result);
  if (account < HOLDERS[0]) return 1;
  if (account < HOLDERS[0] + HOLDERS[1]) return 2;
  return account === ACCOUNTS - 1 ? undefined : 3;
};

const near = fc.double({ min: 95, max: 105, noNaN: true });
const border = fc.double({ min: 105, max: 125, noNaN: true });
const far = fc.constantFrom(1, 20, 250, 260, 9000);
const score = fc.oneof({ weight: 12, arbitrary: near }, { weight: 2, arbitrary: border }, far);
const further = fc.array(fc.record({ build: fc.nat({ max: 2 * ACCOUNTS - 1 }), score }), { maxLength: 30 });
/** Generates at least one result of each account. */
const results = fc
  .tuple(fc.array(score, { minLength: ACCOUNTS, maxLength: ACCOUNTS }), further)
  .map(([firsts, others]): Result[] => firsts.map((one, build) => ({ build, score: one })).concat(others));

/** Returns the median of numbers, computed by sorting. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

/** Returns the best score of each account. */
function bestsOf(some: readonly Result[]): Map<number, number> {
  const bests = new Map<number, number>();
  for (const result of some)
    bests.set(accountOf(result), Math.max(result.score, bests.get(accountOf(result)) ?? 0));
  return bests;
}

/** Returns for each result whether it is an outlier, by comparing it with all others. */
function expectedOutliers(all: readonly Result[]): boolean[] {
  const isOutside = (result: Result): boolean => {
    const card = cardOf(result);
    if (card === undefined) return false;
    const logs = [...bestsOf(all.filter((other) => cardOf(other) === card)).values()].map(Math.log);
    if (logs.length < 8) return false;
    const sigma = Math.max(0.01, 1.4826 * middle(logs.map((log) => Math.abs(log - middle(logs)))));
    return Math.abs(Math.log(result.score) - middle(logs)) > (logs.length < 20 ? 8 : 5) * sigma;
  };
  const bestOfBuild = (build: number) =>
    Math.max(...all.flatMap((one) => (one.build === build ? one.score : [])));
  const outliers = all.map(
    (result) => isOutside(result) && isOutside({ ...result, score: bestOfBuild(result.build) }),
  );
  for (let found = true; found;) {
    const left = all.filter((_, index) => !outliers[index]);
    const [first, second] = [...bestsOf(left)].toSorted(([, a], [, b]) => b - a);
    found = first !== undefined && second !== undefined && first[1] > (4 / 3) * second[1];
    for (const [index, result] of all.entries())
      if (found && accountOf(result) === first?.[0] && result.score > (4 / 3) * (second?.[1] ?? 0))
        outliers[index] = true;
  }
  return outliers;
}

let variants = 0;

/**
 * Stores results in the given order under a new benchmark variant, updates the ranks after some of the results, and
 * runs one outlier check. Returns which results are marked, in the order of `all`, and how many marks another check
 * changes.
 */
async function markedAfter(all: readonly Result[], order: readonly number[], updates: readonly number[]) {
  variants += 1;
  const firstBuild = 10_000 * variants;
  const ids: string[] = [];
  for (const [place, index] of order.entries()) {
    const result = all[index];
    if (!result) continue;
    const gpu = cardOf(result);
    ids[index] = await store({
      benchmark_id: GRAPHICS_TEST,
      variant: `Test ${variants}`,
      score: result.score,
      parts: gpu === undefined ? {} : { gpu },
      build: firstBuild + result.build,
      account: firstBuild + accountOf(result),
    });
    if (updates.includes(place)) await update();
  }
  await check();
  const reasons = await Promise.all(ids.map(reasonOf));
  return { marked: reasons.map((reason) => reason !== null), again: await check() };
}

test.serial(
  "the outlier check marks the same results whatever the order of submission, as comparing all results with each other does",
  async (t) => {
    t.timeout(600_000);
    const order = fc.shuffledSubarray(
      Array.from({ length: ACCOUNTS + 30 }, (_, index) => index),
      { minLength: ACCOUNTS + 30 },
    );
    const updates = fc.array(fc.nat({ max: ACCOUNTS + 30 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(results, order, order, updates, async (all, one, other, places) => {
        const expected = expectedOutliers(all);
        for (const [some, when] of [
          [one, []],
          [other, places],
        ] as const) {
          const { marked, again } = await markedAfter(all, some, when);
          t.deepEqual(marked, expected);
          t.is(again, 0, "another check changes nothing");
        }
      }),
      { numRuns: 3 },
    );
  },
);

test.serial(
  "two accounts with scores close to each other are ranked, even if both scores were first marked as outliers",
  async (t) => {
    // The card of the first build is unknown, and no other build has the card of the second build.
    const ahead = [
      { build: ACCOUNTS - 1, score: 260 },
      { build: ACCOUNTS - 2, score: 250 },
    ];
    const all = [
      ...ahead,
      ...Array.from({ length: 22 }, (_, build) => ({ build, score: 95 + (10 * build) / 21 })),
    ];
    const first = all.map((_, index) => index);
    const last = [...first.slice(2), 0, 1];
    for (const [order, updates] of [
      [first, []],
      [last, [21, 22, 23]],
    ] as const) {
      const { marked, again } = await markedAfter(all, order, updates);
      t.deepEqual(
        marked,
        all.map(() => false),
      );
      t.is(again, 0, "another check changes nothing");
    }
  },
);
