import { checkSamples } from "../../capture/check-samples.ts";
import { createSampleTimes, type SampleTimes } from "../../capture/sample-times.ts";
import type { RecordingSummary } from "../../capture/recordings.ts";
import { findChannelColumns, type ChannelColumn } from "../../channels/channel-columns.ts";
import type { SampleBudget } from "../../channels/channel-samples.ts";
import type { RecordedChannels } from "../../channels/channel-series.ts";
import { channelOf } from "../../channels/channel-table.ts";
import { createSampledChannels } from "../../channels/row-channels.ts";
import type { Row } from "../../csv/row.ts";
import { fromFile, message, type Message } from "../../message.ts";
import type { ToolMetrics } from "../../read-result.ts";
import { ReaderError } from "../../reader-error.ts";
import type { UnrankedReason } from "../../unranked.ts";
import { secondsOf } from "./time-stamp.ts";

const MAX_FPS = 1_000_000;
const STAMP_COLUMN = 1;

// The maximum time between consecutive samples of a recording, in seconds: consecutive samples are one polling period
// apart, which is at most a minute. A sample after a longer time belongs to another recording.
const MAX_STEP_S = 90;
// The maximum number of seconds by which a sample may be earlier than the sample before it: the operating system may
// correct the clock by a few seconds during a recording. A sample that is earlier by more belongs to another recording.
const MAX_STEP_BACK_S = 5;

// The columns of running statistics, which newer versions of MSI Afterburner can write into each row. The values of a
// row cover all rows of the recording up to this row, so the values of the last row cover the whole recording.
const runningColumns: readonly (readonly [keyof ToolMetrics, string])[] = [
  ["tool_average_fps", "framerateavg"],
  ["tool_min_fps", "frameratemin"],
  ["tool_max_fps", "frameratemax"],
  ["tool_low_1_fps", "framerate1%low"],
  ["tool_low_0_1_fps", "framerate0.1%low"],
];

/**
 * The columns of a recording of MSI Afterburner that are read; the index is -1 for a column that the recording lacks.
 */
export interface RecordingColumns {
  rate: number;
  running: readonly { metric: keyof ToolMetrics; column: number }[];
  channels: readonly ChannelColumn[];
  /**
   * The columns of power in a log of MSI Afterburner. Only columns for which a row of the type 03 names a unit other
   * than % are channels.
   */
  powers: readonly ChannelColumn[];
}

/**
 * Finds the columns of a log of MSI Afterburner by the keys of their names. If a spreadsheet has written a name twice,
 * the first column with the name counts.
 */
export function findRecordingColumns(keys: readonly string[]): RecordingColumns {
  const running = runningColumns.map(([metric, key]) => ({ metric, column: keys.indexOf(key) }));
  const found = findChannelColumns("afterburner", keys);
  const isPower = ({ channel }: ChannelColumn) => channelOf(channel).unit === "W";
  return {
    rate: keys.indexOf("framerate"),
    running: running.filter(({ column }) => column !== -1),
    channels: found.filter((column) => !isPower(column)),
    powers: found.filter(isPower),
  };
}

/** Collects the consecutive samples of one recording of a log. @param gpus the names of the graphics cards, if any */
export function createRecording(
  { rate, running, ...columns }: RecordingColumns,
  gpus: string,
  budget: SampleBudget,
) {
  const toolMetrics: ToolMetrics = {};
  const clock = createClock();
  const channels = createSampledChannels(columns.channels, budget);
  const times = createSampleTimes();
  let total = 0;
  let count = 0;
  let missing = 0;

  return {
    /**
     * Whether a row of samples belongs to the recording, by its time. A row with an unreadable time counts as a row of
     * the recording.
     */
    isContinuedBy: (row: Row): boolean => clock.isContinuedBy(row.text(STAMP_COLUMN)),
    /** Adds the frame rate and the other values of a row of samples to the recording. */
    add(row: Row): void {
      const timeS = clock.note(row.text(STAMP_COLUMN));
      const fps = row.number(rate);
      times.note(timeS, isRate(fps));
      if (!isRate(fps)) {
        missing += 1;
        return;
      }
      channels.add(row, timeS);
      total += fps;
      count += 1;
      for (const { metric, column } of running) {
        const figure = row.number(column);
        if (isRate(figure)) toolMetrics[metric] = figure;
      }
    },
    finish: (): Recording => ({
      ...clock.times(),
      averageFps: total === 0 ? null : total / count,
      hasRateColumn: rate !== -1,
      samples: count,
      missing,
      times,
      toolMetrics,
      gpus,
      channels: channels.finish,
    }),
  };
}

/** A recording of a log of MSI Afterburner. The average is null where every sample lacks a frame rate above 0. */
export interface Recording extends RecordingSummary {
  hasRateColumn: boolean;
  /** The number of samples of the recording with a frame rate. */
  samples: number;
  /** The number of samples of the recording without a frame rate. */
  missing: number;
  times: SampleTimes;
  /** The metrics of MSI Afterburner itself that the log contains. */
  toolMetrics: ToolMetrics;
  /** The names of the graphics cards; empty where the log names no graphics card. */
  gpus: string;
  /** Returns the other values, such as temperatures, that the log recorded over time. */
  channels: () => Promise<RecordedChannels>;
}

function isRate(value: number): boolean {
  return value >= 0 && value <= MAX_FPS;
}

/** Creates the clock of a recording of MSI Afterburner, which remembers the first and the last readable time stamp. */
function createClock() {
  let begin: Message | null = null;
  let first = Number.NaN;
  let last = Number.NaN;
  return {
    isContinuedBy(stamp: string): boolean {
      const stepS = secondsOf(stamp) - last;
      return Number.isNaN(stepS) || (stepS <= MAX_STEP_S && stepS >= -MAX_STEP_BACK_S);
    },
    /** Returns the seconds since the first readable time stamp; NaN for an unreadable time stamp. */
    note(stamp: string): number {
      const time = secondsOf(stamp);
      if (Number.isNaN(time)) return Number.NaN;
      last = time;
      if (Number.isNaN(first)) {
        first = time;
        begin = fromFile(stamp, "…");
      }
      return time - first;
    },
    /** Returns the beginning and the duration of the recording. The duration is null if no time stamp could be read. */
    times: () => ({ begin, durationS: Number.isNaN(first) ? null : Math.max(last - first, 0) }),
  };
}

/**
 * Returns the average of a recording, and warnings about samples without a frame rate.
 * @throws ReaderError `no_frame_times`, `no_frames`, or `too_many_skipped_rows` where more than half of the samples
 * have no frame rate
 */
export async function checkRecording({
  averageFps,
  hasRateColumn,
  samples,
  missing,
  times,
}: Recording): Promise<CheckedRecording> {
  if (!hasRateColumn) throw noRateColumn();
  if (averageFps === null) throw noRates();
  return { averageFps, warnings: checkSamples(samples, missing, await times.read()) };
}

interface CheckedRecording {
  averageFps: number;
  warnings: (Message | UnrankedReason)[];
}

/**
 * Returns the error for a log without a column of frame rates, which means that the logging of frame rates was switched
 * off in the tool.
 */
export function noRateColumn(): ReaderError {
  const detail = message`The log of MSI Afterburner has no column Framerate. Switch on Framerate in its monitoring settings, in English, and log again; or capture the game with PresentMon, CapFrameX, OCAT or FrameView.`;
  return new ReaderError("no_frame_times", detail);
}

/** Returns the error for a log without a frame rate above 0, which means that no game ran. */
export function noRates(): ReaderError {
  const detail = message`The log of MSI Afterburner has no frame rate above 0 in its column Framerate. Log while the game is running.`;
  return new ReaderError("no_frames", detail);
}
