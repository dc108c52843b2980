import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import { makeAfterburnerLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { makeHwinfoLog } from "../../helpers/odd-captures.ts";
import { read } from "../reading.ts";

test("sensor values of a CapFrameX record keep the times at which they were read", async (t) => {
  const measured = [0.1, 0.35, 0.6, 0.85];
  const sensor = (Name: string, Type: string, Values: unknown[]) => ({ Name, Type, Values });
  const sensors2 = {
    MeasureTime: sensor("MeasureTime", "Time", measured),
    "/gpu/0/power/0": sensor("GPU Power", "Power", [150, 160, "NaN", 170]),
    "/gpu/0/load/0": sensor("GPU Core", "Load", [90, 95, 97, 98]),
    "/gpu/0/smalldata/1": sensor("GPU Memory Dedicated Game", "SmallData", [1, 1, 1, 1]),
    "/gpu/0/smalldata/0": sensor("GPU Memory Dedicated", "SmallData", [4000, 4100, 4200, 4300]),
    "/ram/data/0": sensor("Used Memory", "Data", [8, 8.5, 9, 9.5]),
    "/cpu/0/clock/9": sensor("CPU Max Clock", "Clock", [4700, 4800, 4750, 4800]),
    "/cpu/0/temperature/9": sensor("CPU Package", "Temperature", [0, 0, 0, 0]),
  };
  const sensors1 = {
    MeasureTime: measured,
    GpuPower: [1, 2, 3, 4],
    CpuPower: [65, 66, 67, 68],
    VRamUsageGB: [1, 2, 3, 4],
  };
  const frameTimes = Array.from({ length: 100 }, () => 10);
  const file = makeCapFrameXRecord([
    { frameTimes, sensors: { SensorData: sensors1, SensorData2: sensors2 } },
  ]);
  const { channels, metrics } = await read(file);
  const shown = channels.map(({ name, samples, mean, timesS, values }) => ({
    name,
    samples,
    mean,
    times: Array.from(timesS, (time) => Number(time.toFixed(4))),
    values: Array.from(values),
  }));
  t.deepEqual(shown, [
    { name: "gpu_load_percent", samples: 4, mean: 95, times: measured, values: [90, 95, 97, 98] },
    { name: "gpu_power_w", samples: 3, mean: 160, times: [0.1, 0.35, 0.85], values: [150, 160, 170] },
    { name: "vram_used_mb", samples: 4, mean: 4150, times: measured, values: [4000, 4100, 4200, 4300] },
    { name: "cpu_power_w", samples: 4, mean: 66.5, times: measured, values: [65, 66, 67, 68] },
    { name: "cpu_clock_mhz", samples: 4, mean: 4762.5, times: measured, values: [4700, 4800, 4750, 4800] },
    { name: "ram_used_mb", samples: 4, mean: 8960, times: measured, values: [8192, 8704, 9216, 9728] },
  ]);
  t.is((metrics as FrameMetrics).fps_per_watt, 100 / 160);
});

test("the arrays of frames in a CapFrameX record give sensor channels and the share of frames that the GPU limits", async (t) => {
  const frameTimes = [10, 20, 10, 10];
  const file = makeCapFrameXRecord([
    {
      frameTimes,
      captureData: {
        GpuActive: [9.5, 10, "NaN", 9.4],
        CpuActive: [4, 5, 6, 7],
        MsUntilDisplayed: [0, 30, 31, 32],
        PcLatency: [1, 2, 3, 4],
      },
    },
  ]);
  const { channels, metrics } = await read(file);
  t.deepEqual(
    channels.map(({ name, samples }) => [name, samples]),
    [
      ["gpu_busy_ms", 3],
      ["cpu_busy_ms", 4],
      ["display_latency_ms", 3],
    ],
  );
  const [busy, , latency] = channels;
  t.deepEqual(
    Array.from(latency?.timesS ?? [], (time) => Number(time.toFixed(3))),
    [0.03, 0.04, 0.05],
  );
  t.true(Math.abs((busy?.mean ?? 0) - 28.9 / 3) < 1e-12);
  t.is((metrics as FrameMetrics).gpu_limited_percent, 100 / 3);
});

test("a log of MSI Afterburner has its sensor channels over its own times, without powers in percent and temperatures in °F", async (t) => {
  const names = [
    "GPU temperature",
    "GPU usage",
    "Memory usage",
    "Power",
    "CPU temperature",
    "RAM usage",
    "Framerate",
  ];
  const samples = Array.from({ length: 20 }, (_, at) =>
    [60 + at, 90, 4000 + at, 150, 120, 9000, 60].map((value) => value.toFixed(1)),
  );
  samples[3] = ["N/A", "N/A", "N/A", "N/A", "N/A", "N/A", "N/A"];
  const log = (units: readonly string[]) =>
    makeAfterburnerLog([{ start: new Date("2026-01-01T00:00:00Z"), names, units, samples }]);
  const units = ["°C", "%", "MB", "W", "°C", "MB", "FPS"];
  const { channels, metrics, frameTimesMs } = await read(log(units));
  t.is(frameTimesMs, null);
  t.deepEqual(
    channels.map(({ name }) => name),
    [
      "gpu_load_percent",
      "gpu_temperature_c",
      "gpu_power_w",
      "vram_used_mb",
      "cpu_temperature_c",
      "ram_used_mb",
    ],
  );
  const temperature = channels[1];
  t.like(temperature, { samples: 19, min: 60, max: 79, unit: "°C" });
  t.deepEqual(Array.from(temperature?.timesS ?? []).slice(0, 5), [0, 1, 2, 4, 5]);
  t.like(metrics, { stutter_percent: null, gpu_limited_percent: null, fps_per_watt: 60 / 150 });
  const { channels: others } = await read(log(["°C", "%", "MB", "%", "°F", "MB", "FPS"]));
  t.deepEqual(
    others.map(({ name }) => name),
    ["gpu_load_percent", "gpu_temperature_c", "vram_used_mb", "ram_used_mb"],
  );
  const withoutUnits = log(units)
    .toString("latin1")
    .replaceAll(/^03,.*\r\n/gm, "");
  const ofUnknown = await read(Buffer.from(withoutUnits, "latin1"));
  t.false(
    ofUnknown.channels.some(({ name }) => name === "gpu_power_w"),
    "the power may be in percent",
  );
  t.is(ofUnknown.channels.length, 5);
});

test("a log of MSI Afterburner has sensor channels of its samples with a frame rate, and converts memory from GB to MB", async (t) => {
  const samples = ["N/A", "60", "N/A", "62", "61"].map((rate, at) => [
    rate === "N/A" ? "10" : "150",
    "4.5",
    String(at),
    rate,
  ]);
  const { channels, metrics } = await read(
    makeAfterburnerLog([
      {
        start: new Date("2026-01-01T00:00:00Z"),
        names: ["Power", "Memory usage", "RAM usage", "Framerate"],
        units: ["W", "GB", "MB", "FPS"],
        samples,
      },
    ]),
  );
  t.deepEqual(
    channels.map(({ name, values, timesS }) => [name, [...values], [...timesS]]),
    [
      ["gpu_power_w", [150, 150, 150], [1, 3, 4]],
      ["vram_used_mb", [4608, 4608, 4608], [1, 3, 4]],
      ["ram_used_mb", [1, 3, 4], [1, 3, 4]],
    ],
  );
  t.is((metrics as FrameMetrics).fps_per_watt, 61 / 150);
});

test("a MangoHud log of samples has its sensor channels over the elapsed time, with means that are not weighted", async (t) => {
  const frameTimes = Array.from({ length: 120 }, (_, at) => (at % 2 === 0 ? 5 : 20));
  const gpu_power = frameTimes.map((time) => (time === 5 ? "100" : "200"));
  const { channels } = await read(makeMangoHudLog({ frameTimes, intervalMs: 100, columns: { gpu_power } }));
  const power = channels.find(({ name }) => name === "gpu_power_w");
  t.like(power, { samples: 120, mean: 150, min: 100, max: 200 });
  t.deepEqual(
    Array.from(power?.timesS.slice(0, 3) ?? [], (time) => Number(time.toFixed(3))),
    [0, 0.1, 0.2],
  );
  const ofFrames = await read(makeMangoHudLog({ frameTimes, columns: { gpu_power } }));
  t.like(
    ofFrames.channels.find(({ name }) => name === "gpu_power_w"),
    { mean: 180 },
    "of a log of frames the mean is weighted by the frame times",
  );
});

test("a log of HWiNFO has the sensor channels of its samples with a frame rate", async (t) => {
  const samples = ["0", "60.5", "61", "59.5"].map((rate) => [rate]);
  const { channels, metrics } = await read(makeHwinfoLog({ rateNames: ["Framerate [FPS]"], samples }));
  t.deepEqual(
    channels.map(({ name, values, timesS }) => [name, [...values], [...timesS]]),
    [
      ["gpu_power_w", [140.5, 140.5, 140.5], [0, 2, 4]],
      ["cpu_temperature_c", [61, 61, 61], [0, 2, 4]],
    ],
  );
  t.is((metrics as FrameMetrics).fps_per_watt, (60.5 + 61 + 59.5) / 3 / 140.5);
});
