import { limits } from "../limits.ts";
import type { ReadResult } from "../read-result.ts";
import type { Row } from "../rows/row.ts";
import { resultOfFrames, resultOfSamples } from "../statistics/capture-result.ts";
import { sortInSteps } from "../statistics/sort-in-steps.ts";
import { sum } from "../statistics/sums.ts";
import { toolFigures } from "../statistics/tool-figures.ts";
import { addFrameTime, createFrameSeries, noFrames, rowCount, tooMany } from "./frame-series.ts";
import type { LogCollector, LogFormat, LogHeader } from "./read-log.ts";
import { checkRows, rejectRepeatedHeader } from "./row-hygiene.ts";

const tool = "MangoHud";

// fps × frame time is 1 000 for milliseconds and 1 000 000 for microseconds, which some old versions are said to have
// written; half-way between them, as the rate is a smoothed one up to version 0.6.6.
const microsecondProduct = 31_623;

// Every frame is logged where the frame times fill the time that passed; some part of it can be lost to rounding.
const everyFrameShare = 0.9;

const unnamedWarning =
  "MangoHud does not name the game in its log: the figures stand apart from those of any game.";

/** The time from the first row to the last, from the column of elapsed time. */
interface Stopwatch {
  note(elapsed: number): void;
  /** In milliseconds; 0 where the log does not tell. */
  passedMs(frameTimes: Float64Array): number;
}

// Elapsed is in nanoseconds; in 2020 it was in microseconds. Frames cannot take longer than the time that passed.
function createStopwatch(): Stopwatch {
  let first = Number.NaN;
  let last = Number.NaN;
  return {
    note(elapsed) {
      // Up to 104 days: what is larger, or no number, is damage.
      if (!(elapsed >= 0 && elapsed <= Number.MAX_SAFE_INTEGER)) return;
      if (Number.isNaN(first)) first = elapsed;
      last = Number.isNaN(last) ? elapsed : Math.max(last, elapsed);
    },
    passedMs(frameTimes) {
      const inNanoseconds = (last - first) / 1e6;
      if (!(inNanoseconds > 0)) return 0;
      const isMicroseconds = sum(frameTimes.subarray(1)) > 3 * inNanoseconds;
      return isMicroseconds ? inNanoseconds * 1000 : inNanoseconds;
    },
  };
}

// The first frame ended when the first row was written: its time lies before.
function isEveryFrame(frameTimes: Float64Array, passedMs: number): boolean {
  return passedMs > 0 && sum(frameTimes.subarray(1)) >= everyFrameShare * passedMs;
}

async function sampledResult(
  frameTimes: Float64Array,
  passedMs: number,
  warnings: string[],
): Promise<ReadResult> {
  const ascending = await sortInSteps(frameTimes);
  const sampledWarning =
    "The log has samples, not every frame: MangoHud writes one row for each log interval. The average is that of the samples, and there are no lows and percentiles. For those, log with log_interval=0.";
  return resultOfSamples({
    tool,
    averageFps: (1000 * ascending.length) / sum(ascending),
    samples: ascending.length,
    durationS: passedMs > 0 ? passedMs / 1000 : null,
    toolMetrics: toolFigures(tool, { ascending, zeroFrames: 0, lastTimeS: Number.NaN }),
    warnings: [...warnings, unnamedWarning, sampledWarning],
  });
}

function createCollector({ names }: LogHeader): LogCollector {
  const columnOf = (name: string) => names.findIndex((cell) => cell.toLowerCase() === name);
  const columns = { fps: columnOf("fps"), frameTime: columnOf("frametime"), elapsed: columnOf("elapsed") };
  const series = createFrameSeries();
  const stopwatch = createStopwatch();
  const faults = { columnName: "frametime", shortRows: 0, longRows: 0, rows: 0, isLastRowCut: false };
  // What the file's frame times are to be divided by; the first row with a rate and a frame time tells.
  let divisor: 1 | 1000 | null = null;

  function frameTimeOf(row: Row): number {
    const frameTime = row.number(columns.frameTime);
    const product = frameTime * row.number(columns.fps);
    if (divisor === null && product > 0) divisor = product > microsecondProduct ? 1000 : 1;
    return frameTime / (divisor ?? 1);
  }

  return {
    add(row) {
      if (!row.isTerminated && row.cellCount < names.length) {
        faults.isLastRowCut = true;
        return;
      }
      faults.rows += 1;
      if (row.hasContentFrom(names.length)) faults.longRows += 1;
      const frameTime = frameTimeOf(row);
      if (Number.isNaN(frameTime)) rejectRepeatedHeader(row, columns.frameTime, "frametime");
      addFrameTime(series, frameTime);
      stopwatch.note(row.number(columns.elapsed));
      if (series.frameTimes.length() > limits.maxFrames) throw tooMany(`${limits.maxFrames} frames`);
    },
    async finish() {
      if (rowCount(series) === 0) throw noFrames();
      const warnings = checkRows(series, faults);
      const frameTimes = series.frameTimes.values();
      const passedMs = stopwatch.passedMs(frameTimes);
      if (!isEveryFrame(frameTimes, passedMs)) return await sampledResult(frameTimes, passedMs, warnings);
      return await resultOfFrames({
        tool,
        application: null,
        frameTimes,
        droppedFrames: null,
        zeroFrames: series.zero,
        lastTimeS: Number.NaN,
        warnings: [...warnings, unnamedWarning],
      });
    },
  };
}

/**
 * Logs of MangoHud: two lines about the system, then `fps,frametime,…,elapsed`. Frame times are in milliseconds. Only with
 * `log_interval=0` a log has every frame; one with samples is read for its average.
 */
export const mangoHudFormat: LogFormat = {
  isHeader: (cells) => cells[0] === "fps" && cells.includes("frametime"),
  start: createCollector,
};
