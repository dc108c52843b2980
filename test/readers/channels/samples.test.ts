import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import { createChannelSamples, createSampleBudget } from "../../../src/readers/channels/channel-samples.ts";
import { limits } from "../../../src/readers/limits.ts";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { captureOf, metricsOf, read } from "../reading.ts";

const header = "Application,ProcessID,MsBetweenPresents,MsGPUBusy,GPUPower";

test("a sensor channel stores at most 8,192 evenly spaced values, and computes minimum, maximum and mean from all values", async (t) => {
  const count = 200_000;
  const valueOf = (at: number) => 1 + (at % 997);
  const rows = Array.from({ length: count }, (_, at) => `game.exe,1,5,0,${valueOf(at)}`);
  const { channels } = await read(captureOf(rows, header));
  t.is(channels.length, 1);
  const [power] = channels;
  const all = Array.from({ length: count }, (_, at) => valueOf(at));
  t.like(power, { name: "gpu_power_w", samples: count, min: 1, max: 997 });
  t.true(Math.abs((power?.mean ?? 0) - all.reduce((sum, value) => sum + value, 0) / count) < 1e-6);
  // The reader stores every 32nd value, because every 16th value would be 12,500 values, more than a channel may store.
  t.is(power?.values.length, count / 32);
  t.true(power?.values.every((value, index) => value === valueOf(32 * index)));
  t.true(power?.timesS.every((time, index) => Math.abs(time - ((32 * index + 1) * 5) / 1000) < 1e-3));
});

test("a sensor channel stores every value, or only every second, fourth, … value if the file has too many values", (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 * limits.maxChannelSamples + 5 }), (count) => {
      const samples = createChannelSamples(createSampleBudget());
      for (let at = 0; at < count; at += 1) samples.add(at, at, 1);
      const { places, values } = samples.kept();
      const stride = places.length > 1 ? (places[1] ?? 0) : 1;
      assert.ok(places.length <= limits.maxChannelSamples);
      assert.equal(places.length, Math.ceil(count / stride));
      assert.ok(stride === 1 || count > (stride / 2) * limits.maxChannelSamples);
      assert.ok(places.every((place, index) => place === index * stride && values[index] === place));
    }),
    { numRuns: 12 },
  );
  t.pass();
});

test("all sensor channels of a file together store a limited number of values", (t) => {
  const budget = createSampleBudget();
  const channels = Array.from({ length: 100 }, () => createChannelSamples(budget));
  for (const samples of channels) for (let at = 0; at < 50_000; at += 1) samples.add(at, at, 1);
  const kept = channels.map((samples) => samples.kept().places);
  t.true(kept.reduce((sum, { length }) => sum + length, 0) <= limits.maxKeptSamples);
  t.true(kept.every((places) => places.every((place, index) => place === index * (places[1] ?? 0))));
  t.true(channels.every(({ all }) => all.count === 50_000 && all.max === 49_999));
});

test("a column of placeholders gives no sensor channel, and channels count only rows of the chosen swap chain", async (t) => {
  const columns = "GPUPower,CPUPower,CPUTemperature,GPUUtilization,CPUUtilization,MsUntilDisplayed";
  const rows = Array.from({ length: 30 }, (_, at) => [
    `game.exe,1,10,NA,-1,0,0,${at === 7 ? 12 : 0},1844674407370955.2`,
    `other.exe,2,10,300,90,70,99,99,20`,
    "game.exe,1,10,N/A,,0.0000,0.0,0,0.000",
  ]).flat();
  const { channels, warnings } = await read(
    captureOf(rows, `Application,ProcessID,MsBetweenPresents,${columns}`),
  );
  t.regex(warnings.join(), /other\.exe/);
  t.deepEqual(
    channels.map(({ name, samples, max }) => ({ name, samples, max })),
    [{ name: "cpu_load_percent", samples: 60, max: 12 }],
  );
  const other = await read(captureOf(rows, `Application,ProcessID,MsBetweenPresents,${columns}`), {
    format: "frame-csv",
    application: "other.exe",
  });
  t.is(other.channels.length, 6);
  t.like(other.channels[1], { name: "gpu_power_w", samples: 30, min: 300, max: 300, mean: 300 });
});

test("the last cell of a row that is cut off counts in no sensor channel", async (t) => {
  const rows = Array.from({ length: 20 }, () => "game.exe,1,10,9,150");
  const { channels } = await read([header, ...rows, "game.exe,1,10,9,15"].join("\n"));
  t.deepEqual(
    channels.map(({ name, samples, min }) => [name, samples, min]),
    [
      ["gpu_power_w", 20, 150],
      ["gpu_busy_ms", 21, 9],
    ],
  );
});

test("a frame counts as limited by the GPU if the GPU was busy for 95 % of the frame time", async (t) => {
  const rows = ["9.5", "9.49", "10", "12", "NA", "0"].map((busy) => `game.exe,1,10,${busy},200`);
  const { metrics } = await read(captureOf(rows, header));
  t.is((metrics as FrameMetrics).gpu_limited_percent, 60);
  t.is((metrics as FrameMetrics).fps_per_watt, 0.5);
  const withoutBusy = await read(captureOf(["game.exe,1,10"]));
  t.like(withoutBusy.metrics, { gpu_limited_percent: null, fps_per_watt: null });
});

test("the GPU-limited frames are counted by the first column of GPU busy times that has values", async (t) => {
  for (const cell of ["NA", "0"]) {
    const rows = ["9.9", "5"].map((busy) => `game.exe,1,10,${cell},${busy}`);
    const columns = "Application,ProcessID,MsBetweenPresents,MsGPUBusy,msGPUActive";
    t.is((await metricsOf(captureOf(rows, columns))).gpu_limited_percent, 50, cell);
  }
});

test("the sensor channels of a capture of which only some rows are left keep the times of the capture's clock", async (t) => {
  const rows = Array.from(
    { length: 400 },
    (_, index) => `game.exe,1,${(index * 0.25).toFixed(3)},10,${100 + index}`,
  );
  const { channels, metrics } = await read(
    captureOf(rows, "Application,ProcessID,TimeInSeconds,MsBetweenPresents,GPUPower"),
  );
  t.is((metrics as FrameMetrics).samples, 400);
  const [power] = channels;
  t.deepEqual([power?.timesS[0], power?.timesS[100], power?.timesS.at(-1)], [0, 25, 99.75]);
});
