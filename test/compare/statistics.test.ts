import test from "ava";
import { bootstrapInterval } from "../../src/compare/statistics/bootstrap-interval.ts";
import { sampleOf } from "../../src/benchmarks/model/sample.ts";
import { twoSidedT } from "../../src/compare/statistics/student-t.ts";
import { welchInterval } from "../../src/compare/statistics/welch.ts";
import {
  MIN_RESAMPLED_FRAMES,
  RESAMPLES,
  resampledMetrics,
  resampleFrames,
} from "../../src/frames/profile/resample-frames.ts";
import { createSeededRandom } from "../../src/frames/profile/seeded-random.ts";
import { frameStatistics } from "../../src/readers/statistics/frame-statistics.ts";

/** Expected quantiles, from scipy 1.17.1: `scipy.stats.t.ppf(0.975, df)`. */
const quantiles = [
  [1, 12.706204736174694],
  [1.5, 6.016663104427929],
  [2, 4.302652729749462],
  [2.7, 3.3921483831737507],
  [5, 2.5705818356363146],
  [29.3, 2.044320421500141],
  [1000, 1.9623390808264083],
  [399_998, 1.9599699152654244],
] as const;

test("the quantiles of Student's t equal those of scipy, also for fractional degrees of freedom", (t) => {
  for (const [df, expected] of quantiles)
    t.true(Math.abs(twoSidedT(0.95, df) / expected - 1) < 1e-9, `${df}: ${twoSidedT(0.95, df)}`);
});

/**
 * Expected confidence intervals of Welch's t-test, from scipy 1.17.1: `scipy.stats.ttest_ind(other, first,
 * equal_var=False).confidence_interval(0.95)`.
 */
const intervals = [
  [[15_240, 15_310, 15_198], [15_790, 15_655, 15_802, 15_721], 370.40759912405167, 614.9257342092804],
  [[141.2, 139.8], [140.1, 143.9], -14.382798365153457, 17.382798365153455],
  [[100, 100.5, 99.5, 100.2, 99.9, 100.1], [90, 130], -244.10791500149577, 264.0412483348291],
  [[5, 5, 5], [5.1, 5.2, 5.3, 5.05], -0.013915392946534377, 0.33891539294653544],
] as const;

test("Welch's intervals equal those of scipy, also where one side does not vary", (t) => {
  for (const [first, other, low, high] of intervals) {
    const interval = welchInterval(sampleOf(first), sampleOf(other));
    t.true(Math.abs((interval?.low ?? 0) - low) < 1e-9 * Math.abs(low), `${interval?.low} for ${low}`);
    t.true(Math.abs((interval?.high ?? 0) - high) < 1e-9 * Math.abs(high), `${interval?.high} for ${high}`);
  }
});

test("a comparison has no confidence interval if one side has only one run, or if all runs of each side are equal", (t) => {
  t.is(welchInterval(sampleOf([1]), sampleOf([1, 2, 3])), null);
  t.is(welchInterval(sampleOf([1, 2, 3]), sampleOf([2])), null);
  t.is(welchInterval(sampleOf([5, 5]), sampleOf([6, 6])), null);
});

/**
 * Returns a function that returns normally distributed numbers by the method of Box and Muller (1958). The same seed
 * gives the same numbers.
 */
function normals(seed: string) {
  const random = createSeededRandom(seed);
  const uniform = () => (random(2 ** 31) + 1) / (2 ** 31 + 1);
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

test("Welch's interval contains the true difference in 95 of 100 simulated comparisons of samples with different variances", (t) => {
  const normal = normals("Welch");
  const trials = 4000;
  let held = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const first = Array.from({ length: 4 }, () => 100 + normal());
    const other = Array.from({ length: 9 }, () => 103 + 4 * normal());
    const { low = 0, high = 0 } = welchInterval(sampleOf(first), sampleOf(other)) ?? {};
    if (low <= 3 && high >= 3) held += 1;
  }
  t.true(held / trials > 0.94 && held / trials < 0.965, String(held / trials));
});

/** Makes autocorrelated frame times, as games have them: a first-order autoregressive process with coefficient 0.9. */
function correlatedFrames(normal: () => number, { frames, meanMs }: { frames: number; meanMs: number }) {
  const innovation = Math.sqrt(1 - 0.9 ** 2);
  let state = normal();
  return Float32Array.from({ length: frames }, () => {
    state = 0.9 * state + innovation * normal();
    return meanMs * (1 + 0.1 * state);
  });
}

const differenceOf = (figure: string, first: Float32Array, other: Float32Array) =>
  bootstrapInterval(
    figure,
    resampleFrames(first, "first") ?? new Float32Array(),
    resampleFrames(other, "other") ?? new Float32Array(),
  );

test("the bootstrap's interval contains the true difference in most simulated captures with autocorrelated frames", (t) => {
  const normal = normals("bootstrap");
  const trials = 80;
  let held = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const first = correlatedFrames(normal, { frames: 3000, meanMs: 10 });
    const other = correlatedFrames(normal, { frames: 3000, meanMs: 8 });
    const { low = 0, high = 0 } = differenceOf("average_fps", first, other) ?? {};
    // The true difference is 25 %: frame times of 8 ms on average are 125 fps, and those of 10 ms are 100 fps.
    if (low <= 25 && high >= 25) held += 1;
  }
  t.true(held / trials > 0.88, String(held / trials));
});

/** Returns frame times in a random order, by the method of Fisher and Yates. The same seed gives the same order. */
function shuffled(frames: Float32Array, seed: string): Float32Array {
  const order = frames.slice();
  const random = createSeededRandom(seed);
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = random(index + 1);
    [order[index], order[other]] = [order[other] ?? 0, order[index] ?? 0];
  }
  return order;
}

test("the bootstrap finds the right uncertainty of averages of autocorrelated frames, and a smaller uncertainty for shuffled frames", (t) => {
  const normal = normals("order");
  const varianceOf = (frames: Float32Array, seed: string) => {
    const rows = resampleFrames(frames, seed);
    const averages = Array.from(
      { length: RESAMPLES },
      (_, row) => 1000 / (rows?.[row * resampledMetrics.length] ?? 1),
    );
    return (sampleOf(averages).stdev ?? 0) ** 2;
  };
  const [frames, series] = [8000, 12];
  let [inOrder, inRandomOrder] = [0, 0];
  for (let one = 0; one < series; one += 1) {
    const made = correlatedFrames(normal, { frames, meanMs: 10 });
    inOrder += varianceOf(made, `${one}`) / series;
    inRandomOrder += varianceOf(shuffled(made, `${one}`), `${one}`) / series;
  }
  // The frame times have a standard deviation of 1 ms. The variance of their mean is (1 + 0.9) / (1 − 0.9) = 19 times
  // that of independent frame times.
  t.true(Math.abs(inRandomOrder * frames - 1) < 0.2, String(inRandomOrder * frames));
  t.true(Math.abs((inOrder * frames) / 19 - 1) < 0.3, String(inOrder * frames));
});

test("the bootstrap's resamples of a capture lie around its statistics, and the same seed gives the same resamples", (t) => {
  const normal = normals("figures");
  for (const frames of [100, 999, 1000, 5000, 60_000]) {
    const series = correlatedFrames(normal, { frames, meanMs: 8 });
    const rows = resampleFrames(series, "a run") ?? new Float32Array();
    t.deepEqual(resampleFrames(series, "a run"), rows);
    t.notDeepEqual(resampleFrames(series, "another run"), rows);
    const figures = frameStatistics(Float64Array.from(series).toSorted());
    for (const [column, metric] of resampledMetrics.entries()) {
      const values = Array.from(
        { length: RESAMPLES },
        (_, row) => rows[row * resampledMetrics.length + column] ?? 0,
      ).toSorted((a, b) => a - b);
      const figure = figures[metric];
      if (figure === null) continue;
      const [least = 0, most = 0] = [values[0], values.at(-1)];
      t.true(
        least <= figure * 1.0001 && most >= figure * 0.9999,
        `${frames} ${metric}: ${least} ${figure} ${most}`,
      );
      const isTail = metric === "p0_1_fps" || metric.startsWith("low");
      const middle = values[RESAMPLES / 2] ?? 0;
      if (frames >= 1000 && !isTail)
        t.true(Math.abs(middle / figure - 1) < 0.05, `${frames} ${metric}: ${middle} for ${figure}`);
    }
  }
});

test("a capture that repeats the same frames has the same statistics in every resample of the bootstrap", (t) => {
  const series = Float32Array.from({ length: 2560 }, (_, index) => [8, 9, 10, 20][index % 4] ?? 0);
  const rows = resampleFrames(series, "a run") ?? new Float32Array();
  const figures = frameStatistics(Float64Array.from(series).toSorted());
  for (let row = 0; row < RESAMPLES; row += 1)
    for (const [column, metric] of resampledMetrics.entries()) {
      const found = rows[row * resampledMetrics.length + column] ?? 0;
      t.true(Math.abs(found - (figures[metric] ?? 0)) < 0.002, `${row} ${metric}: ${found}`);
    }
});

test("the statistics of a short capture have no confidence interval, and the longest and the shortest frame never have one", (t) => {
  t.is(resampleFrames(new Float32Array(MIN_RESAMPLED_FRAMES - 1).fill(10), "a run"), null);
  const rows = resampleFrames(new Float32Array(MIN_RESAMPLED_FRAMES).fill(10), "a run") ?? new Float32Array();
  t.is(bootstrapInterval("min_fps", rows, rows), null);
  t.is(bootstrapInterval("stdev_ms", rows, rows), null, "there is no percentage of 0");
  t.deepEqual(bootstrapInterval("median_fps", rows, rows), { low: 0, high: 0 });
});
