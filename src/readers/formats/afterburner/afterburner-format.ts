import type { CaptureFormat, RowCollector } from "../../capture/capture-format.ts";
import { resultOfSamples } from "../../capture/capture-result.ts";
import type { Row } from "../../csv/row.ts";
import { message, type Message } from "../../message.ts";
import type { ToolMetrics } from "../../read-result.ts";
import { ReaderError } from "../../reader-error.ts";
import { secondsOf } from "./time-stamp.ts";

/**
 * Hardware-monitor logs of MSI Afterburner and RTSS (.hml, version 1.6). The first cell of a row is its type: 02 for the
 * names of columns, 80 for samples. Each sample of Framerate counts the frames of one period, so the mean of the samples is
 * the average. A log may hold several blocks, each with its own names of columns.
 */
export const afterburnerFormat: CaptureFormat = {
  isHeader: (cells) => cells.some((cell) => cell.startsWith("hardware monitoring log")),
  start: createCollector,
};

const MAX_FPS = 1_000_000;
const WARN_SHARE = 0.03;
const REFUSE_SHARE = 0.5;

// Types of rows. As numbers, because a spreadsheet drops the leading zero of 02.
const NAMES_ROW = 2;
const DATA_ROW = 80;
const STAMP_COLUMN = 1;

// Newer versions can log these running values: the last row holds those of the whole log.
const runningColumns: readonly (readonly [keyof ToolMetrics, string])[] = [
  ["tool_average_fps", "framerate avg"],
  ["tool_min_fps", "framerate min"],
  ["tool_max_fps", "framerate max"],
  ["tool_low_1_fps", "framerate 1% low"],
  ["tool_low_0_1_fps", "framerate 0.1% low"],
];

const usualWarnings = [
  message`MSI Afterburner does not name the game in its log: the figures stand apart from those of any game.`,
  message`The log has one sample in each polling period (normally a second), not every frame: the average is the mean of the samples, and there are no lows and percentiles. For them, capture the game with PresentMon, CapFrameX, OCAT or FrameView.`,
];

interface Samples {
  total: number;
  count: number;
  missing: number;
}

function createCollector(): RowCollector {
  const samples: Samples = { total: 0, count: 0, missing: 0 };
  const clock = createBlockClock();
  const toolMetrics: ToolMetrics = {};
  let running: { metric: keyof ToolMetrics; column: number }[] = [];
  let rateColumn = -1;
  let hasRateColumn = false;

  // A spreadsheet may have written a name twice: the first column of that name counts.
  function readNames(row: Row): void {
    const names = Array.from({ length: row.cellCount }, (_, index) => row.text(index).toLowerCase());
    rateColumn = names.indexOf("framerate");
    running = runningColumns
      .map(([metric, name]) => ({ metric, column: names.indexOf(name) }))
      .filter(({ column }) => column !== -1);
    hasRateColumn ||= rateColumn !== -1;
    clock.startBlock();
  }

  function readSample(row: Row): void {
    clock.note(row.text(STAMP_COLUMN));
    const rate = row.number(rateColumn);
    if (!isRate(rate)) {
      samples.missing += 1;
      return;
    }
    samples.total += rate;
    samples.count += 1;
    for (const { metric, column } of running) {
      const figure = row.number(column);
      if (isRate(figure)) toolMetrics[metric] = figure;
    }
  }

  return {
    add(row) {
      const type = row.number(0);
      if (type === NAMES_ROW) readNames(row);
      else if (type === DATA_ROW && row.isTerminated && rateColumn !== -1) readSample(row);
    },
    finish() {
      const warnings = [...usualWarnings, ...checkSamples(samples, hasRateColumn)];
      return resultOfSamples({
        tool: "MSI Afterburner",
        averageFps: samples.total / samples.count,
        samples: samples.count,
        durationS: clock.durationS(),
        toolMetrics,
        warnings,
      });
    },
  };
}

function isRate(value: number): boolean {
  return value >= 0 && value <= MAX_FPS;
}

/** Adds up the time from the first sample to the last of each block; logging had stopped between two blocks. */
function createBlockClock() {
  let earlierBlocksS = 0;
  let first = Number.NaN;
  let last = Number.NaN;
  let hasUnreadableStamp = false;
  const blockS = () => (last > first ? last - first : 0);
  return {
    startBlock(): void {
      earlierBlocksS += blockS();
      first = Number.NaN;
      last = Number.NaN;
    },
    note(stamp: string): void {
      last = secondsOf(stamp);
      if (Number.isNaN(last)) hasUnreadableStamp = true;
      if (Number.isNaN(first)) first = last;
    },
    /** Null where any stamp could not be read. */
    durationS: () => (hasUnreadableStamp ? null : earlierBlocksS + blockS()),
  };
}

/**
 * Warnings about samples without a frame rate.
 * @throws ReaderError `no_frame_times`, `no_frames`, or `too_many_skipped_rows` where more than half of the samples have no rate
 */
function checkSamples({ count, missing, total }: Samples, hasRateColumn: boolean): Message[] {
  if (!hasRateColumn) {
    const detail = message`The log of MSI Afterburner has no column Framerate. Switch on Framerate in its monitoring settings, in English, and log again; or capture the game with PresentMon, CapFrameX, OCAT or FrameView.`;
    throw new ReaderError("no_frame_times", detail);
  }
  const rows = count + missing;
  if (rows === 0 || total === 0) {
    const detail = message`The log of MSI Afterburner has no frame rate above 0 in its column Framerate. Log while the game is running.`;
    throw new ReaderError("no_frames", detail);
  }
  const found = message`${missing} of ${rows} samples have no frame rate`;
  if (missing > rows * REFUSE_SHARE) {
    throw new ReaderError("too_many_skipped_rows", message`${found}. Log while the game is running.`);
  }
  return missing > rows * WARN_SHARE ? [message`${found} and are left out.`] : [];
}
