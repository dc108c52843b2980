import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import type { ReadResult } from "../read-result.ts";
import type { Row } from "../rows/row.ts";
import { resultOfFrames } from "../statistics/capture-result.ts";
import { addFrameTime, createFrameSeries, noFrames, rowCount, tooMany } from "./frame-series.ts";
import type { LogCollector, LogFormat, LogHeader } from "./read-log.ts";
import { checkRows, rejectRepeatedHeader } from "./row-hygiene.ts";

const timeColumn = "time (ms)";

function unorderedTimes(line: number): ReaderError {
  const detail = `On line ${line} the time is earlier than on the line before. FRAPS writes the time since the begin of the recording in the column Time (ms), which only grows: the file was sorted anew, or holds two recordings. Send each recording as FRAPS wrote it.`;
  return new ReaderError("unordered_times", detail, line);
}

function createCollector({ names }: LogHeader): LogCollector {
  const time = names.findIndex((name) => name.toLowerCase() === timeColumn);
  const series = createFrameSeries();
  const faults = { columnName: "Time (ms)", shortRows: 0, longRows: 0, rows: 0, isLastRowCut: false };
  let previous = Number.NaN;

  function isCut(row: Row, stamp: number): boolean {
    return !row.isTerminated && (row.cellCount <= time || stamp < previous);
  }

  return {
    add(row) {
      const stamp = row.number(time);
      if (isCut(row, stamp)) {
        faults.isLastRowCut = true;
        return;
      }
      faults.rows += 1;
      if (row.hasContentFrom(names.length)) faults.longRows += 1;
      if (Number.isNaN(stamp)) rejectRepeatedHeader(row, time, timeColumn);
      if (stamp < previous) throw unorderedTimes(row.line);
      // The first stamp begins the first frame; n stamps are n - 1 frames. A row without stamp leaves a gap and no frame.
      const isFirst = Number.isNaN(previous) && rowCount(series) === 0;
      if (!isFirst || Number.isNaN(stamp)) addFrameTime(series, stamp - previous);
      if (series.frameTimes.length() > limits.maxFrames) throw tooMany(`${limits.maxFrames} frames`);
      previous = stamp;
    },
    async finish(): Promise<ReadResult> {
      if (rowCount(series) === 0) throw noFrames();
      const warnings = checkRows(series, faults);
      return await resultOfFrames({
        tool: "FRAPS",
        application: null,
        frameTimes: series.frameTimes.values(),
        droppedFrames: null,
        zeroFrames: series.zero,
        lastTimeS: Number.NaN,
        warnings: [
          ...warnings,
          "FRAPS does not name the game in its file: the figures stand apart from those of any game.",
        ],
      });
    },
  };
}

/**
 * Frametimes files of FRAPS: `Frame, Time (ms)`, where the time is that since the begin of the recording. The frame
 * times are the differences of times that follow each other.
 */
export const frapsFormat: LogFormat = {
  isHeader: (cells) => cells[0] === "frame" && cells.includes(timeColumn),
  start: createCollector,
};
