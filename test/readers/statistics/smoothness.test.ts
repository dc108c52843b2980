import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import { smoothnessOf } from "../../../src/readers/statistics/smoothness.ts";

/** Computes the statistics of slow frames directly by their definitions, without shortcuts for speed. */
function reference(frameTimes: readonly number[]) {
  const total = frameTimes.reduce((sum, time) => sum + time, 0);
  const shareOf = (isCounted: (time: number, at: number) => boolean) =>
    (100 * frameTimes.filter(isCounted).reduce((sum, time) => sum + time, 0)) / total;
  const isStutter = (time: number, at: number) => {
    const window: number[] = [];
    let sum = 0;
    for (let before = at - 1; before >= 0 && sum < 500; before -= 1) {
      window.push(frameTimes[before] ?? 0);
      sum += frameTimes[before] ?? 0;
    }
    return window.length > 0 && time * window.length > 2.5 * sum;
  };
  return {
    stutter_percent: shareOf(isStutter),
    time_below_30_fps_percent: shareOf((time) => time > 1000 / 30),
    time_below_60_fps_percent: shareOf((time) => time > 1000 / 60),
  };
}

test("the shares of slow frames equal those by their definitions, for any frame times", (t) => {
  // Frame times in eighths of a millisecond have exact sums, so that no rounding decides whether a frame counts.
  const anyTime = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 8, max: 320 }) },
    { weight: 1, arbitrary: fc.integer({ min: 8, max: 8000 }) },
  );
  const anyTimes = fc.array(
    anyTime.map((eighths) => eighths / 8),
    { minLength: 1, maxLength: 300 },
  );
  fc.assert(
    fc.property(anyTimes, (frameTimes) => {
      const found = smoothnessOf(Float64Array.from(frameTimes));
      for (const [figure, value] of Object.entries(reference(frameTimes))) {
        const difference = Math.abs(found[figure as keyof typeof found] ?? Number.NaN) - value;
        assert.ok(Math.abs(difference) < 1e-9, `${figure} ${JSON.stringify(found)} for ${value}`);
      }
    }),
  );
  t.pass();
});

test("a long hitch in even frame times is a stutter, and even frame times have none", (t) => {
  const even = Array.from({ length: 200 }, () => 10);
  t.is(smoothnessOf(Float64Array.from(even)).stutter_percent, 0);
  const hitched = even.with(100, 800);
  const { stutter_percent, time_below_30_fps_percent } = smoothnessOf(Float64Array.from(hitched));
  t.is(stutter_percent, (100 * 800) / 2790);
  t.is(time_below_30_fps_percent, stutter_percent);
});
