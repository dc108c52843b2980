import { ReaderError } from "../reader-error.ts";
import type { ReadResult, ToolMetrics } from "../read-result.ts";
import type { Row } from "../rows/row.ts";
import { resultOfSamples } from "../statistics/capture-result.ts";
import type { LogCollector, LogFormat } from "./read-log.ts";
import { secondsOf } from "./time-stamp.ts";

const maxFps = 1_000_000;
const warnShare = 0.03;
const refuseShare = 0.5;

// The type of a row is its first cell; a spreadsheet takes the leading zero off.
const namesRow = 2;
const dataRow = 80;
const stampColumn = 1;

// Running values that newer versions can log: the last row has those of the whole log.
const runningColumns: readonly (readonly [keyof ToolMetrics, string])[] = [
  ["tool_average_fps", "framerate avg"],
  ["tool_min_fps", "framerate min"],
  ["tool_max_fps", "framerate max"],
  ["tool_low_1_fps", "framerate 1% low"],
  ["tool_low_0_1_fps", "framerate 0.1% low"],
];

const warnings = [
  "MSI Afterburner does not name the game in its log: the figures stand apart from those of any game.",
  "The log has one sample in each polling period (normally a second), not every frame: the average is the mean of the samples, and there are no lows and percentiles. For them, capture the game with PresentMon, CapFrameX, OCAT or FrameView.",
];

interface Samples {
  total: number;
  count: number;
  missing: number;
}

function isRate(value: number): boolean {
  return value >= 0 && value <= maxFps;
}

// Time from the first sample to the last, of each block: between two blocks logging had stopped.
function createBlockClock(): { begin(): void; note(stamp: string): void; durationS(): number | null } {
  let earlier = 0;
  let first = Number.NaN;
  let last = Number.NaN;
  let hasUnknown = false;
  const ofBlock = () => (last > first ? last - first : 0);
  return {
    begin() {
      earlier += ofBlock();
      first = Number.NaN;
      last = Number.NaN;
    },
    note(stamp) {
      last = secondsOf(stamp);
      if (Number.isNaN(last)) hasUnknown = true;
      if (Number.isNaN(first)) first = last;
    },
    durationS: () => (hasUnknown ? null : earlier + ofBlock()),
  };
}

function checkSamples({ count, missing, total }: Samples, hasRateColumn: boolean): string[] {
  if (!hasRateColumn) {
    const detail =
      "The log of MSI Afterburner has no column Framerate. Switch on Framerate in its monitoring settings, in English, and log again; or capture the game with PresentMon, CapFrameX, OCAT or FrameView.";
    throw new ReaderError("no_frame_times", detail);
  }
  const rows = count + missing;
  if (rows === 0 || total === 0) {
    const detail =
      "The log of MSI Afterburner has no frame rate above 0 in its column Framerate. Log while the game is running.";
    throw new ReaderError("no_frames", detail);
  }
  const found = `${missing} of ${rows} samples have no frame rate`;
  if (missing > rows * refuseShare) {
    throw new ReaderError("too_many_skipped_rows", `${found}. Log while the game is running.`);
  }
  return missing > rows * warnShare ? [`${found} and are left out.`] : [];
}

function createCollector(): LogCollector {
  const samples: Samples = { total: 0, count: 0, missing: 0 };
  const clock = createBlockClock();
  const toolMetrics: ToolMetrics = {};
  let running: { metric: keyof ToolMetrics; column: number }[] = [];
  let rate = -1;
  let hasRateColumn = false;

  // A name may stand twice, as when a spreadsheet saved the log: the first is taken.
  function takeNames(row: Row): void {
    const names = Array.from({ length: row.cellCount }, (_, index) => row.text(index).toLowerCase());
    rate = names.indexOf("framerate");
    running = runningColumns
      .map(([metric, name]) => ({ metric, column: names.indexOf(name) }))
      .filter(({ column }) => column !== -1);
    hasRateColumn ||= rate !== -1;
    clock.begin();
  }

  function takeData(row: Row): void {
    clock.note(row.text(stampColumn));
    const value = row.number(rate);
    if (!isRate(value)) {
      samples.missing += 1;
      return;
    }
    samples.total += value;
    samples.count += 1;
    for (const { metric, column } of running) {
      const figure = row.number(column);
      if (isRate(figure)) toolMetrics[metric] = figure;
    }
  }

  return {
    add(row) {
      const type = row.number(0);
      if (type === namesRow) takeNames(row);
      else if (type === dataRow && row.isTerminated && rate !== -1) takeData(row);
    },
    finish(): ReadResult {
      const rowWarnings = checkSamples(samples, hasRateColumn);
      return resultOfSamples({
        tool: "MSI Afterburner",
        averageFps: samples.total / samples.count,
        samples: samples.count,
        durationS: clock.durationS(),
        toolMetrics,
        warnings: [...warnings, ...rowWarnings],
      });
    },
  };
}

/**
 * Hardware-monitor logs of MSI Afterburner and RTSS (.hml, version 1.6): the first cell of a row is its type, 02 for the
 * names of columns and 80 for samples. Each sample of Framerate is the count of frames in one period, so that their mean
 * is the average. A log may hold several blocks, each with names of its own.
 */
export const afterburnerFormat: LogFormat = {
  isHeader: (cells) => cells.some((cell) => cell.startsWith("hardware monitoring log")),
  start: createCollector,
};
