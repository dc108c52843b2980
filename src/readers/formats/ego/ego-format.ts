import { joinedCaptures, noFrames, tooManyFrames } from "../../capture/capture-errors.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "../../capture/capture-format.ts";
import { resultOfFrames } from "../../capture/capture-result.ts";
import { checkRows, createRowFaults, rejectRepeatedHeader } from "../../capture/check-rows.ts";
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
  const unitS = keys[running] === RUNNING_KEYS[0] ? 1 : 0.001;
  const series = createFrameSeries();
  const faults = createRowFaults("Time (ms)");
  let firstS = Number.NaN;
  let lastS = Number.NaN;

  return {
    add(row) {
      if (!row.isTerminated && row.cellCount < names.length) {
        faults.isLastRowCut = true;
        return;
      }
      faults.rows += 1;
      if (row.hasContentFrom(names.length)) faults.longRows += 1;
      const frameTime = row.number(time);
      if (Number.isNaN(frameTime)) rejectRepeatedHeader(row, time, names[time] ?? "");
      addFrameTime(series, frameTime);
      if (series.frameTimes.length() > limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
      // Ignore the running time of a last row without a line end, because its number may be cut off.
      const runningS = row.isTerminated ? row.number(running) * unitS : Number.NaN;
      if (Number.isNaN(runningS)) return;
      if (runningS < lastS) throw joinedCaptures(row.line);
      if (Number.isNaN(firstS)) firstS = runningS;
      lastS = runningS;
    },
    async finish() {
      if (rowCount(series) === 0) throw noFrames();
      const warnings = checkRows(series, faults);
      const frameTimes = series.frameTimes.values();
      return await resultOfFrames({
        tool: "EGO engine",
        application: null,
        request,
        warnings,
        frameTimes,
        clockS: lastS > firstS ? lastS - firstS + (frameTimes[0] ?? 0) / 1000 : null,
        droppedFrames: null,
        recordedOn: null,
      });
    },
  };
}
