import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import {
  captureFamilies,
  makeCapture,
  makeFrameTimes,
  type CaptureFamily,
  type MadeFrame,
} from "../../helpers/capture-generator.ts";
import { read } from "../reading.ts";
import { referenceStatistics } from "../reference-statistics.ts";
import { capFrameXReference, frameViewReference, ocatReference } from "../reference-tool-statistics.ts";

// The tests of this file compare every statistic of many files with a second calculation that shares no code with the
// readers.

const MAX_ERROR = 1e-9;

function framesOf(frameTimes: readonly number[]): MadeFrame[] {
  return frameTimes.map((frameTimeMs, index) => ({
    application: "harbour.exe",
    processId: 4711,
    swapChain: "0x1",
    frameTimeMs,
    isDropped: index % 5 === 0,
  }));
}

// Returns the time of the last frame, in s, in the time column of a generated capture.
function lastTimeOf(frameTimes: readonly number[]): number {
  return Number((frameTimes.reduce((sum, time) => sum + time, 0) / 1000).toFixed(6));
}

function toolReference(family: CaptureFamily, frameTimes: readonly number[]): Record<string, number> {
  if (family === "capframex") return capFrameXReference(frameTimes);
  if (family === "frameview") return frameViewReference(frameTimes);
  if (family === "ocat") return ocatReference(frameTimes, lastTimeOf(frameTimes));
  return {};
}

async function checkFigures(
  t: ExecutionContext,
  content: string | Uint8Array,
  expected: Record<string, number>,
): Promise<void> {
  const found = (await read(content)).metrics as unknown as Record<string, number>;
  for (const [name, value] of Object.entries(expected)) {
    const figure = found[name] ?? Number.NaN;
    const error = Math.abs(figure - value) / Math.max(Math.abs(value), 1e-3);
    t.true(error < MAX_ERROR, `${name}: ${figure}, expected ${value}`);
  }
  const toolNames = Object.keys(found).filter((name) => name.startsWith("tool_"));
  t.deepEqual(
    toolNames.sort(),
    Object.keys(expected)
      .filter((name) => name.startsWith("tool_"))
      .sort(),
  );
}

// The definitions of the 1 % and 0.1 % lows differ in how they round the number of slowest frames, so the numbers of
// frames are around multiples of 1 000.
for (const count of [1000, 1001, 1999, 2500]) {
  for (const family of captureFamilies) {
    test(`the figures of ${count} frames of ${family} equal the figures computed by their definitions`, async (t) => {
      const frameTimes = makeFrameTimes(count, count);
      const expected = { ...referenceStatistics(frameTimes), ...toolReference(family, frameTimes) };
      await checkFigures(t, makeCapture(family, framesOf(frameTimes)), expected);
    });
  }
}

test("the statistics of equal frame times, and of one frame, equal those computed by their definitions", async (t) => {
  for (const frameTimes of [Array.from({ length: 1000 }, () => 9.5), [8.5]]) {
    for (const family of ["capframex", "frameview", "ocat"] as const) {
      const all = { ...referenceStatistics(frameTimes), ...toolReference(family, frameTimes) };
      // A single frame is too few for the service's 1 % and 0.1 % lows.
      const without = frameTimes.length > 1 ? [] : ["low_1_fps", "low_0_1_fps"];
      const expected = Object.entries(all).filter(([name]) => !without.includes(name));
      await checkFigures(t, makeCapture(family, framesOf(frameTimes)), Object.fromEntries(expected));
    }
  }
});

test("FrameView's own statistics count rows with the frame time 0 as frames, the service's statistics do not", async (t) => {
  const frameTimes = makeFrameTimes(1990, 3);
  const zeros = Array.from({ length: 30 }, () => 0);
  await checkFigures(t, makeCapture("frameview", framesOf([...frameTimes, ...zeros])), {
    ...referenceStatistics(frameTimes),
    ...frameViewReference([...frameTimes, ...zeros]),
  });
});

// Real captures that the test can split at the delimiter alone, because each has only one process and no quoted cell
// before the column of frame times.
const realCaptures: Record<
  string,
  { column: string; tool: (times: readonly number[], last: number) => Record<string, number> }
> = {
  "presentmon/presentmon1_csgo_half_dropped.csv": { column: "MsBetweenPresents", tool: () => ({}) },
  "presentmon/pmcap-r5apex_dx12.exe-250709-222018.csv": { column: "MsBetweenPresents", tool: () => ({}) },
  "capframex/CapFrameXFileWithHeader.csv": { column: "MsBetweenPresents", tool: capFrameXReference },
  "ocat/OCAT-MetroExodus.exe-2019-02-20T101522.csv": { column: "MsBetweenPresents", tool: ocatReference },
  "frameview/FrameView_Cyberpunk2077.exe_2024_04_17T045049_Log.csv": {
    column: "MsBetweenPresents",
    tool: frameViewReference,
  },
  "frameview/FrameView_ImmortalsOfAveum-Win64-Shipping.exe_2024_04_15T152100_Log.csv": {
    column: "MsBetweenPresents",
    tool: frameViewReference,
  },
};

function columnOf(rows: readonly (readonly string[])[], name: string): number[] {
  const [header = [], ...others] = rows;
  const index = header.findIndex((cell) => cell.toLowerCase() === name.toLowerCase());
  return others.map((cells) => Number.parseFloat(cells[index] ?? "NaN"));
}

function registerRealCaptures(folder: string): void {
  for (const [path, { column, tool }] of Object.entries(realCaptures)) {
    test(`the figures of ${path} equal the figures computed by their definitions`, async (t) => {
      const content = await readFile(join(folder, path), "utf8");
      const rows = content
        .split("\n")
        .filter((line) => line.trim() !== "" && !line.startsWith("//"))
        .map((line) => line.trim().split(","));
      const times = columnOf(rows, column);
      const last = columnOf(rows, "TimeInSeconds").at(-1) ?? Number.NaN;
      const { low_0_1_fps, ...ours } = referenceStatistics(times);
      const low = times.length >= 1000 ? { low_0_1_fps } : {};
      await checkFigures(t, content, { ...ours, ...(low as Record<string, number>), ...tool(times, last) });
    });
  }
}

const folder = process.env["EXTRA_SAMPLES"];
if (folder !== undefined) registerRealCaptures(folder);
