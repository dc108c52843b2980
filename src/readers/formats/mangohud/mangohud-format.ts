import { joinedCaptures, noFrames, tooManyFrames } from "../../capture/capture-errors.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "../../capture/capture-format.ts";
import { resultOfFrames, resultOfSamples } from "../../capture/capture-result.ts";
import {
  checkRows,
  countRow,
  createRowFaults,
  checkNoNumber,
  type RowFaults,
} from "../../capture/check-rows.ts";
import {
  addLeftOutTime,
  addTime,
  createFrameClock,
  readClock,
  type FrameClock,
} from "../../capture/frame-clock.ts";
import {
  addFrameTime,
  createFrameSeries,
  isUsableFrameTime,
  skippedRows,
  type FrameSeries,
} from "../../capture/frame-series.ts";
import { findChannelColumns } from "../../channels/channel-columns.ts";
import { createSampleBudget } from "../../channels/channel-samples.ts";
import { createRowChannels, type RowChannels } from "../../channels/row-channels.ts";
import { columnKey } from "../../csv/dialect.ts";
import { limits } from "../../limits.ts";
import { message } from "../../message.ts";
import type { CaptureRequest, ReadResult } from "../../read-result.ts";
import type { NamedHardware } from "../../recorded-on.ts";
import { createGrowingFloats } from "../../statistics/growing-floats.ts";
import { sortInSteps } from "../../statistics/sort-in-steps.ts";
import { elapsedS, sum } from "../../statistics/sums.ts";
import { mangoHudHardware } from "./mangohud-hardware.ts";
import { mangoHudFigures } from "./mangohud-figures.ts";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";

/**
 * Logs of MangoHud: two lines about the system, then `fps,frametime,…,elapsed`. A log
 * contains every frame only with the setting `log_interval=0`; a log with a longer interval is read as samples, for its
 * average.
 */
export const mangoHudFormat: CaptureFormat = {
  isHeader: (keys) => keys[0] === "fps" && keys.includes("frametime"),
  start: createCollector,
};

const TOOL = "MangoHud";

const NO_ELAPSED_WARNING = message`The log does not tell whether it has every frame, because the column elapsed is missing or has no times. The rows of the log are read as samples: the average is that of the samples, and there are no lows and percentiles. Send the log as MangoHud wrote it.`;

const SAMPLED_WARNING = message`The log has samples, not every frame: MangoHud writes one row for each log interval. The average is that of the samples, and there are no lows and percentiles. For lows and percentiles, log with log_interval=0.`;

function createCollector({ names, linesBefore }: CaptureHeader, request: CaptureRequest): RowCollector {
  const keys = names.map(columnKey);
  const columnOf = (key: string) => keys.indexOf(key);
  const columns = { fps: columnOf("fps"), frameTime: columnOf("frametime"), elapsed: columnOf("elapsed") };
  // The rows of a log of MangoHud are collected as they are written, because the unit of the frame times is known only
  // at the end of the log.
  const written = { frameTimes: createGrowingFloats(), elapsed: createGrowingFloats() };
  const unit = createUnit();
  const stopwatch = createStopwatch();
  const faults = createRowFaults("frametime");
  const channels = createRowChannels(findChannelColumns("mangoHud", names), createSampleBudget());

  return {
    add(row) {
      if (!countRow(faults, row, names.length)) return;
      const frameTime = row.number(columns.frameTime);
      if (Number.isNaN(frameTime)) checkNoNumber(faults, row, columns.frameTime, "frametime");
      unit.note(frameTime, row.number(columns.fps));
      const isUsable = isUsableFrameTime(frameTime) || isUsableFrameTime(frameTime / 1000);
      const elapsed = row.number(columns.elapsed);
      // Do not check the elapsed time of a last row without a line end, because its number may be cut off.
      if (isUsable && row.isTerminated && stopwatch.isReset(elapsed)) throw joinedCaptures(row.line);
      stopwatch.note(elapsed);
      // Channels use a frame time only to weight the values of its row, so the unit of the frame times does not matter.
      if (isUsable) channels.add(row, written.frameTimes.length(), frameTime);
      written.frameTimes.push(frameTime);
      written.elapsed.push(elapsed);
      if (written.frameTimes.length() > limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
    },
    finish: async () => {
      if (written.frameTimes.length() === 0) throw noFrames();
      const perMs = unit.isMicroseconds(stopwatch.passed()) ? 1000 : 1;
      const frameTimes = written.frameTimes.values().map((time) => time / perMs);
      const rows = { frameTimes, elapsed: written.elapsed.values() };
      return await resultOf(rows, {
        request,
        stopwatch,
        channels,
        faults,
        hardware: mangoHudHardware(linesBefore),
      });
    },
  };
}

// If the decimal logarithm of the product of frame rate and frame time exceeds this number, the frame times are in
// microseconds.
const MICROSECOND_PRODUCT = 4.5;

/**
 * Finds the unit of the frame times from all rows of a log: MangoHud 0.6.0 to 0.6.8 wrote whole microseconds, other
 * versions write milliseconds. The frame rate times the frame time is 1 000 for milliseconds and 1 000 000 for
 * microseconds. In versions up to 0.6.6 the rate is smoothed, so a single row may have any product, and the geometric
 * mean of the products counts. Without frame rates, the sum of the frame times is compared with the elapsed time, which
 * the sum cannot exceed.
 */
function createUnit() {
  let logarithms = 0;
  let products = 0;
  let total = 0;
  return {
    note(frameTime: number, fps: number): void {
      if (!(frameTime > 0 && frameTime < Number.MAX_SAFE_INTEGER)) return;
      total += frameTime;
      if (!(fps > 0 && fps < Number.MAX_SAFE_INTEGER)) return;
      logarithms += Math.log10(frameTime * fps);
      products += 1;
    },
    isMicroseconds: (elapsedNs: number): boolean =>
      products > 0 ? logarithms / products > MICROSECOND_PRODUCT : total * 1e6 > 3 * elapsedNs,
  };
}

interface MangoHudLog {
  request: CaptureRequest;
  stopwatch: Stopwatch;
  channels: RowChannels;
  faults: RowFaults;
  hardware: NamedHardware;
}

/** The numbers in the columns that are read, of all rows of a log of MangoHud; NaN for a cell without a number. */
interface MangoHudRows {
  /** The frame times in milliseconds, some of which may be unusable. */
  frameTimes: Float64Array;
  elapsed: Float64Array;
}

async function resultOf(rows: MangoHudRows, log: MangoHudLog): Promise<ReadResult> {
  const { request, stopwatch, channels, faults, hardware } = log;
  const series = seriesOf(rows.frameTimes);
  const frameTimes = series.frameTimes.values();
  // Leave the first frame out of the sum of the frame times: it ended when the first row was written, and the elapsed
  // time begins at that moment.
  const framesMs = sum(frameTimes.subarray(1));
  const { kind, msPerElapsed } = await stopwatch.read(framesMs, rows.elapsed);
  if (kind === "samples") return await sampledResult({ series, elapsed: rows.elapsed, msPerElapsed }, log);
  const passedMs = stopwatch.passed() * msPerElapsed;
  const whole = {
    clockS: (passedMs + (frameTimes[0] ?? 0)) / 1000,
    leftOutS: 0,
    isLeftOutKnown: true,
    stepS: 0,
  };
  const hasGaps = skippedRows(series) > 0;
  const read = hasGaps ? readClock(clockOf(rows), frameTimes, msPerElapsed).clock : null;
  const captureClock = { ...(read ?? whole), isThinned: kind === "someFrames" };
  const usable = hasGaps ? rows.frameTimes.map((time) => (isUsableFrameTime(time) ? time : 0)) : frameTimes;
  return await resultOfFrames({
    tool: TOOL,
    application: null,
    request,
    frameTimes,
    ...captureClock,
    droppedFrames: null,
    channels: await channels.finish(elapsedS(usable), { isOfFrames: true }),
    toolFigures: mangoHudFigures,
    warnings: [...checkRows(series, faults, captureClock), ...hardware.warnings],
    recordedOn: hardware.recordedOn,
  });
}

function seriesOf(frameTimes: Float64Array): FrameSeries {
  const series = createFrameSeries();
  for (let row = 0; row < frameTimes.length; row += 1) addFrameTime(series, frameTimes[row] ?? Number.NaN);
  return series;
}

function clockOf({ frameTimes, elapsed }: MangoHudRows): FrameClock {
  const clock = createFrameClock();
  for (let row = 0; row < frameTimes.length; row += 1) {
    const time = elapsed[row] ?? Number.NaN;
    if (isUsableFrameTime(frameTimes[row] ?? Number.NaN)) addTime(clock, time, row);
    else addLeftOutTime(clock, time);
  }
  return clock;
}

interface MangoHudSamples {
  series: FrameSeries;
  elapsed: Float64Array;
  /** The number of milliseconds in one unit of the elapsed time; NaN for a log without elapsed times. */
  msPerElapsed: number;
}

async function sampledResult(
  { series, elapsed, msPerElapsed }: MangoHudSamples,
  { request, stopwatch, channels, faults, hardware }: MangoHudLog,
): Promise<ReadResult> {
  const warnings = checkRows(series, faults);
  const ascending = await sortInSteps(series.frameTimes.values());
  const durationS = (stopwatch.passed() * msPerElapsed) / 1000;
  const first = elapsed.find((time) => time >= 0) ?? Number.NaN;
  const timesS = elapsed.map((time) => ((time - first) * msPerElapsed) / 1000);
  return resultOfSamples({
    tool: TOOL,
    request,
    averageFps: (1000 * ascending.length) / sum(ascending),
    samples: ascending.length,
    durationS: Number.isNaN(durationS) ? null : durationS,
    channels: await channels.finish(timesS, { isOfFrames: false }),
    toolMetrics: mangoHudFigures(ascending),
    warnings: [
      ...warnings,
      Number.isNaN(durationS) ? NO_ELAPSED_WARNING : SAMPLED_WARNING,
      ...hardware.warnings,
    ],
    recordedOn: hardware.recordedOn,
  });
}
