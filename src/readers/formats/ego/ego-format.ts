import { joinedCaptures, noFrames, tooManyFrames } from "../../capture/capture-errors.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "../../capture/capture-format.ts";
import { resultOfFrames } from "../../capture/capture-result.ts";
import { checkRows, countRow, createRowFaults, checkNoNumber } from "../../capture/check-rows.ts";
import { addLeftOutTime, addTime, createFrameClock, readClock } from "../../capture/frame-clock.ts";
import { addFrameTime, createFrameSeries, rowCount } from "../../capture/frame-series.ts";
import { columnKey } from "../../csv/dialect.ts";
import { limits } from "../../limits.ts";
import type { CaptureRequest } from "../../read-result.ts";

const TIME_KEY = "time(ms)";
const RUNNING_KEYS = ["runningtime(s)", "runningtime(ms)"] as const;

/**
 * Frame times that the benchmarks of games with the EGO engine write (F1, DiRT, GRID): some lines about the benchmark,
 * then `Frame,Time (ms),Running time (s)`. Unlike in a file of FRAPS, `Time (ms)` is the time of a single frame, and
 * the running time is the sum of the frame times.
 */
export const egoFormat: CaptureFormat = {
  isHeader: (keys) => keys.includes(TIME_KEY) && RUNNING_KEYS.some((key) => keys.includes(key)),
  start: createCollector,
};

function createCollector({ names }: CaptureHeader, request: CaptureRequest): RowCollector {
  const keys = names.map(columnKey);
  const time = keys.indexOf(TIME_KEY);
  const running = keys.findIndex((key) => key === RUNNING_KEYS[0] || key === RUNNING_KEYS[1]);
  const msPerTime = keys[running] === RUNNING_KEYS[0] ? 1000 : 1;
  const series = createFrameSeries();
  const faults = createRowFaults("Time (ms)");
  const clock = createFrameClock();

  return {
    add(row) {
      if (!countRow(faults, row, names.length)) return;
      const frameTime = row.number(time);
      if (Number.isNaN(frameTime)) checkNoNumber(faults, row, time, names[time] ?? "");
      // Ignore the running time of a last row without a line end, because its number may be cut off.
      const runningTime = row.isTerminated ? row.number(running) : Number.NaN;
      if (addFrameTime(series, frameTime)) addTime(clock, runningTime, row.line);
      else addLeftOutTime(clock, runningTime);
      if (series.frameTimes.length() > limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
    },
    async finish() {
      if (rowCount(series) === 0) throw noFrames();
      const frameTimes = series.frameTimes.values();
      const {
        resetAt,
        clock: captureClock,
        warnings: clockWarnings,
      } = readClock(clock, frameTimes, msPerTime);
      if (resetAt !== null) throw joinedCaptures(resetAt);
      const warnings = [...checkRows(series, faults, captureClock), ...clockWarnings];
      return await resultOfFrames({
        tool: "EGO engine",
        application: null,
        request,
        warnings,
        frameTimes,
        ...captureClock,
        droppedFrames: null,
        recordedOn: null,
      });
    },
  };
}
