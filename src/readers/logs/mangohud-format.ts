import { limits } from "../limits.ts";
import type { ReadResult } from "../read-result.ts";
import type { Row } from "../rows/row.ts";
import { resultOfFrames, resultOfSamples } from "../statistics/capture-result.ts";
import { sortInSteps } from "../statistics/sort-in-steps.ts";
import { sum } from "../statistics/sums.ts";
import { toolFigures } from "../statistics/tool-figures.ts";
import { addFrameTime, createFrameSeries, noFrames, rowCount, tooMany } from "./frame-series.ts";
import type { FrameSeries } from "./frame-series.ts";
import type { LogCollector, LogFormat, LogHeader } from "./read-log.ts";
import { checkRows, rejectRepeatedHeader } from "./row-hygiene.ts";
import type { RowFaults } from "./row-hygiene.ts";

const tool = "MangoHud";

// fps × frame time is 1 000 for milliseconds and 1 000 000 for microseconds, which some old versions are said to have
// written; half-way between them, as the rate is a smoothed one up to version 0.6.6.
const microsecondProduct = 31_623;

// Every frame is logged where the frame times fill the time that passed, but for the rounding to six digits.
const everyFrameShare = 0.9;

const unnamedWarning =
  "MangoHud does not name the game in its log: the figures stand apart from those of any game.";

// The time that passed while the log was written. Elapsed is in nanoseconds; in 2020 it was in microseconds.
interface Clock {
  firstElapsed: number;
  lastElapsed: number;
}

interface Log {
  /** With frame times in the unit of the file. */
  series: FrameSeries;
  clock: Clock;
  rowsInMicroseconds: number;
  rows: number;
}

function note(log: Log, row: Row, columns: { fps: number; frameTime: number; elapsed: number }): void {
  const elapsed = row.number(columns.elapsed);
  if (Number.isFinite(elapsed)) {
    log.clock.firstElapsed = Math.min(log.clock.firstElapsed, elapsed);
    log.clock.lastElapsed = Math.max(log.clock.lastElapsed, elapsed);
  }
  if (row.number(columns.fps) * row.number(columns.frameTime) > microsecondProduct) log.rowsInMicroseconds += 1;
  log.rows += 1;
}

function passedMs({ firstElapsed, lastElapsed }: Clock, frameTimes: Float64Array): number {
  const inNanoseconds = (lastElapsed - firstElapsed) / 1e6;
  // Frames cannot take longer than the time that passed.
  const isMicroseconds = sum(frameTimes) > 3 * inNanoseconds;
  return isMicroseconds ? inNanoseconds * 1000 : inNanoseconds;
}

// The first frame ended when the first row was written: its time lies before.
function isEveryFrame(frameTimes: Float64Array, passed: number): boolean {
  return passed > 0 && sum(frameTimes.subarray(1)) >= everyFrameShare * passed;
}

async function sampledResult(frameTimes: Float64Array, passed: number, warnings: string[]): Promise<ReadResult> {
  const ascending = await sortInSteps(frameTimes);
  const sampled =
    "The log has samples, not every frame: MangoHud writes one row for each log interval. The average is that of the samples, and there are no lows and percentiles. For them, log with log_interval=0.";
  return resultOfSamples({
    tool,
    averageFps: (1000 * ascending.length) / sum(ascending),
    samples: ascending.length,
    durationS: passed > 0 ? passed / 1000 : null,
    toolMetrics: toolFigures(tool, { ascending, zeroFrames: 0, lastTimeS: Number.NaN }),
    warnings: [...warnings, unnamedWarning, sampled],
  });
}

async function resultOf(log: Log, faults: RowFaults): Promise<ReadResult> {
  const isMicroseconds = log.rowsInMicroseconds > log.rows / 2;
  const series = isMicroseconds ? inMilliseconds(log.series) : log.series;
  if (rowCount(series) === 0) throw noFrames();
  const warnings = checkRows(series, faults);
  const frameTimes = series.frameTimes.values();
  const passed = passedMs(log.clock, frameTimes);
  if (!isEveryFrame(frameTimes, passed)) return await sampledResult(frameTimes, passed, warnings);
  return await resultOfFrames({
    tool,
    application: null,
    frameTimes,
    droppedFrames: null,
    zeroFrames: series.zero,
    lastTimeS: Number.NaN,
    warnings: [...warnings, unnamedWarning],
  });
}
