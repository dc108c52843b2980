import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeFrameTimes } from "../../helpers/capture-generator.ts";
import { makeFrapsLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { makeEgoLog, makeHwinfoLog } from "../../helpers/odd-captures.ts";
import { read, refusal } from "../reading.ts";
import { referenceStatistics } from "../reference-statistics.ts";

const frameTimes = makeFrameTimes(1200, 5);
const BANNER = ["Benchmark Mode Frame Times", "Track,Made-up", "Num frames,1200"];

function isEqual(found: number | null, expected: number): boolean {
  return Math.abs(Number(found) / expected - 1) < 1e-9;
}

test("frame times of the EGO engine count as times of single frames, with and without lines before the header", async (t) => {
  const expected = referenceStatistics(frameTimes);
  for (const banner of [[], BANNER]) {
    const { metrics, unranked, frameTimesMs } = await read(makeEgoLog(frameTimes, banner));
    const found = metrics as FrameMetrics;
    for (const [name, value] of Object.entries(expected))
      t.true(isEqual(found[name as "average_fps"], value), name);
    t.like(found, { tool: "EGO engine", application: null, dropped_frames: null, samples: null });
    t.is(unranked, null);
    t.is(frameTimesMs?.length, 1200);
  }
});

test("equal and rising frame times of the EGO engine are not mistaken for the cumulative times of FRAPS", async (t) => {
  const capped = Array.from({ length: 900 }, () => 16.6667);
  t.true(isEqual((await read(makeEgoLog(capped))).score, 1000 / 16.6667));
  const rising = Array.from({ length: 900 }, (_, index) => 10 + index / 100);
  t.true(isEqual((await read(makeEgoLog(rising))).score, 1000 / 14.495));
  const running = makeFrapsLog(Array.from({ length: 900 }, () => 10_000));
  t.like((await read(running)).metrics, { tool: "FRAPS", average_fps: 100 });
});

test("a file of the EGO engine with two benchmarks is refused, and a last row that is cut off is left out", async (t) => {
  const log = makeEgoLog(frameTimes);
  t.is((await refusal(log + log)).code, "joined_captures");
  const rows = log.slice(log.indexOf("\n") + 1);
  t.is((await refusal(log + rows)).code, "joined_captures");
  const { metrics, warnings } = await read(log.slice(0, log.lastIndexOf(",")));
  t.is((metrics as FrameMetrics).frames, 1199);
  t.regex(warnings.join(), /last row is cut off/);
});

test("a log of HWiNFO with a frame rate gives the mean of its samples, and no statistic that needs every frame", async (t) => {
  const rates = Array.from({ length: 40 }, (_, index) => 60 + (index % 7) / 2);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const samples = rates.map((rate) => [rate.toFixed(1)]);
  for (const name of ["Framerate [FPS]", '"Framerate [FPS]"', "Framerate (Presented) [FPS]"])
    for (const delimiter of [",", ";"] as const)
      for (const startS of [3600, 86_390]) {
        const log = makeHwinfoLog({ rateNames: [name], samples, delimiter, startS });
        const { score, metrics, warnings, unranked, frameTimesMs } = await read(log);
        t.true(isEqual(score, mean), name);
        t.like(metrics, { tool: "HWiNFO", samples: 40, duration_s: 78, low_1_fps: null, frames: null });
        t.regex(warnings.join(), /one sample in each polling period/);
        t.is(unranked, null);
        t.is(frameTimesMs, null);
      }
});

test("one unreadable time in a log of HWiNFO does not make the log too short", async (t) => {
  const samples = Array.from({ length: 40 }, () => ["60.0"]);
  const log = makeHwinfoLog({ rateNames: ["Framerate [FPS]"], samples, delimiter: ",", startS: 3600 });
  const { metrics, unranked } = await read(log.toString().replace(/1:00:20\.\d+/, "error"));
  t.is(unranked, null);
  t.like(metrics, { samples: 40, duration_s: 78 });
});

test("of two frame rates in a log of HWiNFO, the one with more samples is read; samples without a game are left out", async (t) => {
  const rateNames = ["Framerate (Presented) [FPS]", "Framerate [FPS]"];
  const game = Array.from({ length: 30 }, () => ["90.0", "0.0"]);
  const desktop = Array.from({ length: 10 }, () => ["0.0", "0.0"]);
  const { score, warnings, metrics } = await read(
    makeHwinfoLog({ rateNames, samples: [...desktop, ...game] }),
  );
  t.is(score, 90);
  t.regex(warnings.join(), /10 of 40 samples have no frame rate and are left out/);
  t.is((metrics as FrameMetrics).duration_s, 58);
  const idle = makeHwinfoLog({ rateNames, samples: desktop });
  t.is((await refusal(idle)).code, "too_many_skipped_rows");
});

// Returns a MangoHud log whose first rows have the given frame rates and frame times.
function oddStart(
  log: string,
  { rates, times }: { rates: readonly number[]; times: readonly number[] },
): string {
  const lines = log.split("\n");
  const first = lines.findIndex((line) => line.startsWith("fps,")) + 1;
  return lines
    .map((line, index) => {
      const [rate, time] = [rates[index - first], times[index - first]];
      return rate === undefined || time === undefined
        ? line
        : line.replace(/^[^,]+,[^,]+/, `${rate},${time}`);
    })
    .join("\n");
}

test("the unit of the times in a MangoHud log does not depend on its first rows", async (t) => {
  const few = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 20 });
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(few, few, fc.boolean(), async (rates, odd, hasMicroseconds) => {
        const times = odd.slice(0, rates.length);
        const log = makeMangoHudLog({ frameTimes, hasMicroseconds });
        const { score } = await read(oddStart(log, { rates, times }));
        const unit = hasMicroseconds ? 1000 : 1;
        const all = [...times.map((time) => time / unit), ...frameTimes.slice(times.length)];
        const expected = (1000 * all.length) / all.reduce((sum, time) => sum + time, 0);
        assert.ok(isEqual(score, expected), `${score}, expected ${expected}`);
      }),
      { numRuns: 60 },
    ),
  );
});

test("the unit of the times in a MangoHud log without frame rates is found by the elapsed time", async (t) => {
  for (const hasMicroseconds of [false, true]) {
    const log = makeMangoHudLog({ frameTimes, hasMicroseconds }).replaceAll(/^[\d.]+,/gm, "0,");
    t.true(isEqual((await read(log)).score, referenceStatistics(frameTimes)["average_fps"] ?? 0));
  }
});
