import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import type { Channel, ChannelName, FrameMetrics } from "../../../src/readers/index.ts";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import { columnsOf, makeCapture, type CaptureFamily } from "../../helpers/capture-generator.ts";
import { makeAfterburnerLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { read } from "../reading.ts";
import { referenceChannel } from "./reference-channel.ts";

/** The column of a channel in the layout of a tool: its name, and what one of its units is in the channel's unit. */
type Column = readonly [name: string, unit?: number];

/** A layout of captures, which have a row for each frame. */
interface Layout {
  columns: Partial<Record<ChannelName, Column>>;
  /** Makes a capture out of frame times and the cells of the columns of channels. */
  make: (frameTimes: readonly number[], cells: Readonly<Record<string, readonly string[]>>) => string;
}

const GIB = 1024;
const MISSING = ["NA", "", "-1", "N/A"];

function family(name: CaptureFamily, columns: Layout["columns"]): Layout {
  const further = Object.values(columns).map(([column]) => column);
  const all = [...new Set([...columnsOf(name), ...further])];
  return {
    columns,
    make: (frameTimes, cells) =>
      makeCapture(
        name,
        frameTimes.map((frameTimeMs, index) => ({
          application: "harbour.exe",
          processId: 1,
          swapChain: "0x1",
          frameTimeMs,
          isDropped: false,
          cells: {
            MsUntilDisplayed: "0",
            msUntilDisplayed: "0",
            ...Object.fromEntries(
              Object.entries(cells).map(([column, values]) => [column, values[index] ?? ""]),
            ),
          },
        })),
        { columns: all },
      ),
  };
}

const layouts: Record<string, Layout> = {
  "PresentMon 1.10": family("presentmon-1.10", {
    gpu_busy_ms: ["msGPUActive"],
    display_latency_ms: ["msUntilDisplayed"],
  }),
  "PresentMon 2.0": family("presentmon-2.0", {
    gpu_busy_ms: ["GPUBusy"],
    cpu_busy_ms: ["CPUBusy"],
    display_latency_ms: ["DisplayLatency"],
    click_to_photon_ms: ["ClickToPhotonLatency"],
  }),
  "PresentMon 2.3.1": family("presentmon-2.3.1", {
    gpu_busy_ms: ["MsGPUBusy"],
    cpu_busy_ms: ["MsCPUBusy"],
    display_latency_ms: ["MsUntilDisplayed"],
    click_to_photon_ms: ["MsClickToPhotonLatency"],
  }),
  "Intel PresentMon": family("intel-presentmon", {
    gpu_load_percent: ["GPUUtilization"],
    gpu_temperature_c: ["GPUTemperature"],
    gpu_power_w: ["GPUPower"],
    gpu_clock_mhz: ["GPUFrequency"],
    gpu_memory_clock_mhz: ["GPUMemoryFrequency"],
    vram_used_mb: ["GPUMemorySizeUsed", 1 / (GIB * GIB)],
    cpu_load_percent: ["CPUUtilization"],
    cpu_temperature_c: ["CPUTemperature"],
    cpu_power_w: ["CPUPower"],
    cpu_clock_mhz: ["CPUFrequency"],
  }),
  FrameView: family("frameview", {
    gpu_load_percent: ["GPU0Util(%)"],
    gpu_temperature_c: ["GPU0Temp(C)"],
    gpu_power_w: ["NV Pwr(W) (API)"],
    gpu_clock_mhz: ["GPU0Clk(MHz)"],
    gpu_memory_clock_mhz: ["GPU0MemClk(MHz)"],
    cpu_load_percent: ["CPUUtil(%)"],
    cpu_temperature_c: ["CPU Package Temp(C)"],
    cpu_power_w: ["CPU Package Power(W)"],
    cpu_clock_mhz: ["CPUClk(MHz)"],
    display_latency_ms: ["MsUntilDisplayed"],
    battery_percent: ["Battery Percentage"],
  }),
  "CapFrameX CSV": family("capframex", { display_latency_ms: ["MsUntilDisplayed"] }),
  OCAT: family("ocat", { display_latency_ms: ["MsUntilDisplayed"] }),
  "MangoHud with log_interval=0": {
    columns: {
      gpu_power_w: ["gpu_power"],
      gpu_memory_clock_mhz: ["gpu_mem_clock"],
      vram_used_mb: ["gpu_vram_used", GIB],
      cpu_power_w: ["cpu_power"],
      cpu_clock_mhz: ["cpu_mhz"],
      ram_used_mb: ["ram_used", GIB],
    },
    make: (frameTimes, columns) => makeMangoHudLog({ frameTimes, columns }),
  },
};

/** Values of a channel as tools write them, with missing values in between. */
const anyCells = (length: number, largest: number) =>
  fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.integer({ min: 1, max: largest * 100 }).map((value) => String(value / 100)),
      },
      { weight: 1, arbitrary: fc.constantFrom(...MISSING) },
    ),
    { minLength: length, maxLength: length },
  );

const anyFrameTimes = fc.array(
  fc.integer({ min: 100, max: 40_000 }).map((us) => us / 1000),
  { minLength: 2, maxLength: 60 },
);

function assertChannel(found: Channel | undefined, expected: ReturnType<typeof referenceChannel>): void {
  if (expected === null) {
    assert.equal(found, undefined);
    return;
  }
  assert.ok(found, "the channel is missing");
  const { timesS, values, name: _name, unit: _unit, ...figures } = found;
  const { timesS: expectedTimes, values: expectedValues, ...expectedFigures } = expected;
  for (const [figure, value] of Object.entries(expectedFigures)) {
    const difference = Math.abs((figures as Record<string, number>)[figure] ?? Number.NaN) - value;
    assert.ok(
      Math.abs(difference) <= 1e-9 * Math.max(1, value),
      `${figure}: ${JSON.stringify(figures)} for ${value}`,
    );
  }
  assert.deepEqual(Array.from(values), expectedValues.map(Math.fround));
  assert.equal(timesS.length, expectedTimes.length);
  for (const [at, time] of expectedTimes.entries())
    assert.ok(Math.abs((timesS[at] ?? 0) - time) <= 1e-6 * Math.max(1, time), `the time at ${at}`);
}

const isOfFrame = (name: string) => name.endsWith("_ms");

for (const [tool, { columns, make }] of Object.entries(layouts)) {
  const entries = Object.entries(columns) as [ChannelName, Column][];
  test(`the channels of a capture in the layout of ${tool} have the figures and the series of their columns`, async (t) => {
    const anyCapture = anyFrameTimes.chain((frameTimes) =>
      fc.record({
        frameTimes: fc.constant(frameTimes),
        cells: fc.record(
          Object.fromEntries(entries.map(([, [column]]) => [column, anyCells(frameTimes.length, 90)])),
        ),
      }),
    );
    await t.notThrowsAsync(
      fc.assert(
        fc.asyncProperty(anyCapture, async ({ frameTimes, cells }) => {
          const { channels } = await read(make(frameTimes, cells));
          for (const [name, [column, unit = 1]] of entries) {
            const expected = referenceChannel(
              (cells[column] ?? []).map((cell) => (MISSING.includes(cell) ? null : Number(cell) * unit)),
              { weights: isOfFrame(name) ? frameTimes.map(() => 1) : frameTimes, frameTimes },
            );
            assertChannel(
              channels.find((channel) => channel.name === name),
              expected,
            );
          }
        }),
        { numRuns: 40 },
      ),
    );
  });
}

test("the sensors of a CapFrameX record belong to the times at which they were read", async (t) => {
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

test("the arrays of frames in a CapFrameX record give channels, and how many frames the GPU limits", async (t) => {
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

test("a log of MSI Afterburner has its channels over its own times, without powers in percent and temperatures in °F", async (t) => {
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
});

test("a MangoHud log of samples has its channels over the elapsed time, and plain means", async (t) => {
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
