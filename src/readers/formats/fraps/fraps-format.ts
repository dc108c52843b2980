import { noFrames, tooManyFrames } from "../../capture/capture-errors.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "../../capture/capture-format.ts";
import { resultOfFrames } from "../../capture/capture-result.ts";
import {
  checkRows,
  countRow,
  createRowFaults,
  checkNoNumber,
  tooManyLongRows,
} from "../../capture/check-rows.ts";
import { addFrameTime, createFrameSeries, rowCount, skippedRows } from "../../capture/frame-series.ts";
import { columnKey } from "../../csv/dialect.ts";
import type { Row } from "../../csv/row.ts";
import { limits } from "../../limits.ts";
import { counted, message, ownWords } from "../../message.ts";
import type { CaptureRequest } from "../../read-result.ts";
import { ReaderError } from "../../reader-error.ts";
import { sum } from "../../statistics/sums.ts";

const TIME_KEY = "time(ms)";

/**
 * Frametimes files of FRAPS: `Frame, Time (ms)`, where the time is measured from the start of the recording. Frame
 * times are the differences between consecutive times.
 */
export const frapsFormat: CaptureFormat = {
  isHeader: (keys) => keys[0] === "frame" && keys.includes(TIME_KEY),
  start: createCollector,
};

function createCollector({ names }: CaptureHeader, request: CaptureRequest): RowCollector {
  const time = names.map(columnKey).indexOf(TIME_KEY);
  const series = createFrameSeries();
  const faults = createRowFaults("Time (ms)");
  let first = Number.NaN;
  let previous = Number.NaN;
  let latest = Number.NaN;
  let isFirstMissing = false;

  function isCut(row: Row, stamp: number): boolean {
    return !row.isTerminated && (row.cellCount <= time || stamp < latest);
  }

  return {
    add(row) {
      const stamp = row.number(time);
      if (!countRow(faults, row, names.length, isCut(row, stamp))) return;
      if (Number.isNaN(stamp)) checkNoNumber(faults, row, time, names[time] ?? "");
      if (stamp < latest && row.hasContentFrom(names.length)) throw tooManyLongRows(faults);
      if (stamp < latest) throw unorderedTimes(row.line);
      // The first time stamp begins the first frame, so n time stamps give n - 1 frames. A row without a time stamp is
      // counted as a gap and gives no frame.
      const isFirst = Number.isNaN(previous) && rowCount(series) === 0;
      if (isFirst) isFirstMissing = Number.isNaN(stamp);
      if (!isFirst || Number.isNaN(stamp)) addFrameTime(series, stamp - previous);
      if (series.frameTimes.length() > limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
      previous = stamp;
      if (Number.isNaN(first)) first = stamp;
      if (!Number.isNaN(stamp)) latest = stamp;
    },
    async finish() {
      if (rowCount(series) === 0) throw noFrames();
      if (series.zero > rowCount(series) / 2) throw equalTimes(series.zero);
      const frameTimes = series.frameTimes.values();
      const clockS = (latest - first) / 1000;
      const clock = {
        clockS,
        leftOutS: Math.max(0, clockS - sum(frameTimes) / 1000),
        // If rows without a time stamp stand at the beginning or at the end of the file, the time that they took is
        // unknown.
        isLeftOutKnown: !isFirstMissing && !Number.isNaN(previous),
        stepS: 0,
        isThinned: false,
      };
      const hasClock = skippedRows(series) > 0 && clockS > 0;
      return await resultOfFrames({
        tool: "FRAPS",
        application: null,
        request,
        warnings: checkRows(series, faults, hasClock ? clock : null),
        frameTimes,
        ...(hasClock && clock),
        droppedFrames: null,
        recordedOn: null,
      });
    },
  };
}

const RUNNING_TIME = ownWords(
  "FRAPS writes the time since the start of the recording in the column Time (ms), which only grows",
);

function equalTimes(rows: number): ReaderError {
  const detail = message`${counted(rows, "row")} of the file have the same time as the row before. ${RUNNING_TIME}: this file may have the times of single frames instead. Send the recording as FRAPS wrote it.`;
  return new ReaderError("unordered_times", detail);
}

function unorderedTimes(line: number): ReaderError {
  const detail = message`On line ${line} the time is earlier than on the line before. ${RUNNING_TIME}: the file was sorted in another order, holds two recordings, or has the times of single frames. Send each recording as FRAPS wrote it.`;
  return new ReaderError("unordered_times", detail, line);
}
