import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import type { Channel, ChannelName } from "../../../src/readers/index.ts";
import { columnsOf, makeCapture, type CaptureFamily } from "../../helpers/capture-generator.ts";
import { makeMangoHudLog } from "../../helpers/log-generator.ts";
import { read } from "../reading.ts";
import { referenceChannel } from "./reference-channel.ts";

/**
 * A channel's column in the layout of a tool: its name, and the factor that converts its values to the channel's unit.
 */
type Column = readonly [name: string, unit?: number];

/** The layout of the captures of a tool that writes a row for each frame. */
interface Layout {
  columns: Partial<Record<ChannelName, Column>>;
  /** Makes a capture from frame times and from the cells of the columns of channels. */
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

/** Generates the cells of a column whose values are at most 90 in the channel's unit, with some values missing. */
const anyCells = (length: number, unit: number) =>
  fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.integer({ min: 1, max: 9000 }).map((value) => String(value / 100 / unit)),
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
  test(`the sensor channels of a capture in the layout of ${tool} have the figures and the series of their columns`, async (t) => {
    const anyCapture = anyFrameTimes.chain((frameTimes) =>
      fc.record({
        frameTimes: fc.constant(frameTimes),
        cells: fc.record(
          Object.fromEntries(
            entries.map(([, [column, unit = 1]]) => [column, anyCells(frameTimes.length, unit)]),
          ),
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
