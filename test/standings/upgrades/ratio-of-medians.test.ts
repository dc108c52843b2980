import test from "ava";
import {
  boundRank,
  gainOf,
  quantileOfBound,
  type MeasuredMedian,
} from "../../../src/standings/upgrades/ratio-of-medians.ts";

/** Returns a seeded generator of uniformly distributed numbers in [0, 1) (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function measuredOf(values: readonly number[]): MeasuredMedian {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] as number;
  const n = sorted.length;
  const c = boundRank(n);
  return {
    builds: n,
    median: (at(Math.floor((n - 1) / 2)) + at(Math.floor(n / 2))) / 2,
    lower: at(c - 1),
    upper: at(n - c),
  };
}

/** Distributions of scores with median 1, each computed from two uniform numbers in [0, 1). */
const distributions = {
  "a narrow log-normal distribution": (u: number, v: number) => Math.exp(0.03 * normal(u, v)),
  "a wide log-normal distribution": (u: number, v: number) => Math.exp(0.25 * normal(u, v)),
  "a uniform distribution": (u: number) => 0.8 + 0.4 * u,
  "a distribution with a long lower tail": (u: number) => 1 + 0.05 * Math.log(2 * (u + 1e-12)),
  // The scores of one build in ten are spread eight times as widely as those of the other builds.
  "a distribution with outliers": (u: number, v: number) => Math.exp(0.02 * laplace(u) * (v < 0.1 ? 8 : 1)),
};

function normal(u: number, v: number): number {
  return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v);
}

function laplace(u: number): number {
  return u < 0.5 ? Math.log(2 * u + 1e-12) : -Math.log(2 * (1 - u));
}

const TRIALS = 2000;

for (const [name, draw] of Object.entries(distributions))
  for (const [n, m] of [
    [5, 5],
    [5, 40],
    [12, 9],
    [60, 200],
  ] as const)
    test(`the 95 % interval contains the true gain in about 95 of 100 draws of ${n} and ${m} builds from ${name}`, (t) => {
      const random = randomFrom(n * 1000 + m);
      const drawMany = (count: number, median: number) =>
        measuredOf(Array.from({ length: count }, () => median * draw(random(), random())));
      let held = 0;
      for (let trial = 0; trial < TRIALS; trial += 1) {
        const { interval } = gainOf(drawMany(n, 130), drawMany(m, 100), { isHigherBetter: true });
        if (interval[0] <= 30 && interval[1] >= 30) held += 1;
      }
      const share = held / TRIALS;
      t.log(share.toFixed(3));
      t.true(share > 0.915 && share < 0.995, `${share}`);
    });

test("the confidence bounds of a median, given as a quantile of the normal distribution, agree with the binomial distribution", (t) => {
  // Expected values from published tables: Φ⁻¹(1 − 1/32), Φ⁻¹(1 − 11/1024), Φ⁻¹(1 − P(Binomial(20, ½) ≤ 5)).
  for (const [n, rank, z] of [
    [5, 1, 1.8627],
    [10, 2, 2.2999],
    [20, 6, 2.0398],
  ] as const) {
    t.is(boundRank(n), rank);
    t.true(Math.abs(quantileOfBound(n) - z) < 0.002, `${n}: ${quantileOfBound(n)}`);
  }
  t.true(Math.abs(quantileOfBound(1000) - quantileOfBound(1001)) < 0.06);
  t.true(quantileOfBound(1_000_000) > 1.9 && quantileOfBound(1_000_000) < 2.1);
});

test("in a benchmark whose scores are times, half the time is a gain of 100 %, and equal scores give an interval of zero width", (t) => {
  const of = (median: number) => ({ builds: 9, median, lower: median, upper: median });
  t.deepEqual(gainOf(of(50), of(100), { isHigherBetter: false }).percent.toFixed(9), "100.000000000");
  const { percent, interval, ratio } = gainOf(of(120), of(100), { isHigherBetter: true });
  t.deepEqual(
    [percent, ...interval, ratio].map((one) => one.toFixed(9)),
    ["20.000000000", "20.000000000", "20.000000000", "1.200000000"],
  );
});
