import { joinedCaptures, noFrames, tooManyFrames } from "../../capture/capture-errors.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "../../capture/capture-format.ts";
import { resultOfFrames, resultOfSamples } from "../../capture/capture-result.ts";
import {
  checkRows,
  countRow,
  createRowFaults,
  rejectRepeatedHeader,
  type RowFaults,
} from "../../capture/check-rows.ts";
import {
  addFrameTime,
  createFrameSeries,
  rowCount,
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
import type { RecordedOn } from "../../recorded-on.ts";
import { createGrowingFloats } from "../../statistics/growing-floats.ts";
import { sortInSteps } from "../../statistics/sort-in-steps.ts";
import { elapsedS, sum } from "../../statistics/sums.ts";
import { mangoHudHardware } from "./mangohud-hardware.ts";
import { mangoHudFigures } from "./mangohud-figures.ts";

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

// The minimum ratio of the sum of the frame times to the elapsed time in a log that contains every frame. The two would
// be equal, but rounding may lose a part of the sum.
const EVERY_FRAME_SHARE = 0.9;

// The minimum ratio of an elapsed time to the latest one before it in the same log. MangoHud may measure time with the
// system clock, which is corrected now and then. A row with a lower ratio belongs to another log.
const MIN_SHARE_OF_LATEST = 0.9;

const SAMPLED_WARNING = message`The log has samples, not every frame: MangoHud writes one row for each log interval. The average is that of the samples, and there are no lows and percentiles. For those, log with log_interval=0.`;

function createCollector({ names, linesBefore }: CaptureHeader, request: CaptureRequest): RowCollector {
  const keys = names.map(columnKey);
  const columnOf = (key: string) => keys.indexOf(key);
  const columns = { fps: columnOf("fps"), frameTime: columnOf("frametime"), elapsed: columnOf("elapsed") };
  // The unit of the frame times is known at the end of the log only, so the rows are collected for both units.
  const milliseconds = createFrameSeries();
  const microseconds = createFrameSeries();
  const unit = createUnit();
  const stopwatch = createStopwatch();
  const faults = createRowFaults("frametime");
  const channels = createRowChannels(findChannelColumns("mangoHud", names), createSampleBudget());

  return {
    add(row) {
      if (!countRow(faults, row, names.length)) return;
      const frameTime = row.number(columns.frameTime);
      if (Number.isNaN(frameTime)) rejectRepeatedHeader(row, columns.frameTime, "frametime");
      unit.note(frameTime, row.number(columns.fps));
      const isInMilliseconds = addFrameTime(milliseconds, frameTime);
      const isUsable = addFrameTime(microseconds, frameTime / 1000) || isInMilliseconds;
      const elapsed = row.number(columns.elapsed);
      // Do not check a last row without a line end, because its number may be cut off.
      if (isUsable && row.isTerminated && stopwatch.isReset(elapsed)) throw joinedCaptures(row.line);
      stopwatch.note(elapsed, { isUsable: isInMilliseconds });
      // The unit of the frame times does not matter here, because a frame time only weighs the values of its row.
      if (isInMilliseconds) channels.add(row, milliseconds.frameTimes.length() - 1, frameTime);
      if (rowCount(milliseconds) > limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
    },
    finish: async () => {
      if (rowCount(milliseconds) === 0) throw noFrames();
      const isMicroseconds = unit.isMicroseconds(stopwatch.passed());
      const series = isMicroseconds ? microseconds : milliseconds;
      const recordedOn = mangoHudHardware(linesBefore);
      return await resultOf(series, { request, stopwatch, channels, faults, recordedOn });
    },
  };
}

// The decimal logarithm of the product of frame rate and frame time, above which a log is in microseconds.
const MICROSECOND_PRODUCT = 4.5;

/**
 * Finds the unit of the frame times by all rows of a log: MangoHud 0.6.0 to 0.6.8 wrote whole microseconds, other
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
  recordedOn: RecordedOn | null;
}

async function resultOf(series: FrameSeries, log: MangoHudLog): Promise<ReadResult> {
  const { request, stopwatch, channels, faults, recordedOn } = log;
  const frameTimes = series.frameTimes.values();
  const passedMs = stopwatch.passedMs(frameTimes);
  if (!isEveryFrame(frameTimes, passedMs)) return await sampledResult(series, passedMs, log);
  const leftOutMs = skippedRows(series) === 0 ? 0 : Math.max(0, passedMs - sum(frameTimes.subarray(1)));
  const clock = {
    clockS: (passedMs + (frameTimes[0] ?? 0)) / 1000,
    leftOutS: leftOutMs / 1000,
    isThinned: false,
  };
  return await resultOfFrames({
    tool: TOOL,
    application: null,
    request,
    frameTimes,
    ...clock,
    droppedFrames: null,
    channels: await channels.finish(elapsedS(frameTimes), { isOfFrames: true }),
    toolFigures: mangoHudFigures,
    warnings: checkRows(series, faults, clock),
    recordedOn,
  });
}

type Stopwatch = ReturnType<typeof createStopwatch>;

/** Measures the time from the first row of a log to the last by the column `elapsed`. */
function createStopwatch() {
  let first = Number.NaN;
  let last = Number.NaN;
  const ofFrames = createGrowingFloats();
  return {
    /** Whether the elapsed time of a row shows that the row belongs to another log than the rows before it. */
    isReset: (elapsed: number): boolean => elapsed >= 0 && elapsed < MIN_SHARE_OF_LATEST * last,
    note(elapsed: number, { isUsable }: { isUsable: boolean }): void {
      if (isUsable) ofFrames.push(elapsed);
      // Number.MAX_SAFE_INTEGER nanoseconds are 104 days: ignore a larger value, and a text that is no number, as
      // damaged.
      if (!(elapsed >= 0 && elapsed <= Number.MAX_SAFE_INTEGER)) return;
      if (Number.isNaN(first)) first = elapsed;
      last = Number.isNaN(last) ? elapsed : Math.max(last, elapsed);
    },
    /** Returns the difference of the latest and the first elapsed time; NaN where the log has no elapsed time. */
    passed: (): number => last - first,
    /** Returns the times of all rows with a usable frame time, in seconds, given the result of `passedMs`. */
    timesS: (passedMs: number): Float64Array =>
      ofFrames.values().map((elapsed) => (((elapsed - first) / (last - first)) * passedMs) / 1000),
    /** Returns the time between the first and the last row, in milliseconds; 0 where the log has no elapsed time. */
    passedMs(frameTimes: Float64Array): number {
      const passedMs = (last - first) / 1e6;
      if (!(passedMs > 0)) return 0;
      // The column is in nanoseconds or, in logs of 2020, in microseconds. Frames cannot take longer than the elapsed
      // time, so the sum of their times shows the unit.
      const isMicroseconds = sum(frameTimes.subarray(1)) > 3 * passedMs;
      return isMicroseconds ? passedMs * 1000 : passedMs;
    },
  };
}

// Whether a log contains every frame. The first frame is left out: the first frame ended when the first row was
// written, which is when the elapsed time begins.
function isEveryFrame(frameTimes: Float64Array, passedMs: number): boolean {
  return passedMs > 0 && sum(frameTimes.subarray(1)) >= EVERY_FRAME_SHARE * passedMs;
}

/** @param passedMs the time between the first and the last row; 0 where the log has no elapsed time */
async function sampledResult(
  series: FrameSeries,
  passedMs: number,
  { request, stopwatch, channels, faults, recordedOn }: MangoHudLog,
): Promise<ReadResult> {
  const warnings = checkRows(series, faults);
  const frameTimes = series.frameTimes.values();
  const ascending = await sortInSteps(frameTimes);
  // A log without elapsed times has no other times than its frame times.
  const timesS = passedMs > 0 ? stopwatch.timesS(passedMs) : elapsedS(frameTimes);
  return resultOfSamples({
    tool: TOOL,
    request,
    averageFps: (1000 * ascending.length) / sum(ascending),
    samples: ascending.length,
    durationS: passedMs > 0 ? passedMs / 1000 : null,
    channels: await channels.finish(timesS, { isOfFrames: false }),
    toolMetrics: mangoHudFigures(ascending),
    warnings: [...warnings, SAMPLED_WARNING],
    recordedOn,
  });
}
