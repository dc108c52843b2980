import { noFrames, noHeader } from "../../capture/capture-errors.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "../../capture/capture-format.ts";
import { resultOfSamples } from "../../capture/capture-result.ts";
import { LAST_ROW_CUT } from "../../capture/check-rows.ts";
import { checkSamples } from "../../capture/check-samples.ts";
import { createSampleTimes } from "../../capture/sample-times.ts";
import { findChannelColumns } from "../../channels/channel-columns.ts";
import { createSampleBudget } from "../../channels/channel-samples.ts";
import { createSampledChannels } from "../../channels/row-channels.ts";
import { columnKey } from "../../csv/dialect.ts";
import type { Row } from "../../csv/row.ts";
import { message } from "../../message.ts";
import type { CaptureRequest } from "../../read-result.ts";

const DATE_COLUMN = 0;
const TIME_COLUMN = 1;
const MAX_FPS = 1_000_000;

// The columns of the frame rate, in the order of preference: RivaTuner Statistics Server measures the first, and the
// PresentMon in HWiNFO measures the second. The rate of displayed frames is not read, because it may include generated
// frames.
const RATE_KEYS = ["framerate[fps]", "framerate(presented)[fps]"];

/**
 * Sensor logs of HWiNFO (CSV) with a frame rate. Each row is a sample of all sensors, by default every two seconds, so
 * the mean of the frame rates is the average. A frame rate of 0 means that no game ran. At its end, a log repeats the
 * names of the columns and names the device of each sensor.
 */
export const hwinfoFormat: CaptureFormat = {
  isHeader: (keys) => isHwinfoHeader(keys) && RATE_KEYS.some((key) => keys.includes(key)),
  start: createCollector,
};

/**
 * Whether a line is the header of a log of HWiNFO, with or without a frame rate. @param keys the keys of the columns,
 * as for `CaptureFormat`
 */
export function isHwinfoHeader(keys: readonly string[]): boolean {
  return keys[DATE_COLUMN] === "date" && keys[TIME_COLUMN] === "time" && keys.some(hasUnit);
}

// HWiNFO writes the unit of a column in brackets: "GPU Power [W]".
function hasUnit(key: string): boolean {
  return key.endsWith("]") && key.includes("[");
}

const SAMPLED_WARNING = message`The log has one sample in each polling period (normally two seconds), not every frame: the average is the mean of the samples, and there are no lows and percentiles. For lows and percentiles, capture the game with PresentMon, CapFrameX, OCAT or FrameView.`;

function createCollector({ names }: CaptureHeader, request: CaptureRequest): RowCollector {
  const keys = names.map(columnKey);
  const columns = RATE_KEYS.map((key) => keys.indexOf(key)).filter((column) => column !== -1);
  const collected = columns.map((column) => createSamples(column));
  const channels = createSampledChannels(findChannelColumns("hwInfo", names), createSampleBudget());
  let beginS = Number.NaN;
  let rows = 0;
  let isLastRowCut = false;
  let passedS = 0;
  let lastS = Number.NaN;

  return {
    add(row) {
      if (!/^\d/.test(row.text(DATE_COLUMN))) return;
      isLastRowCut = !row.isTerminated;
      if (isLastRowCut) return;
      rows += 1;
      const timeS = secondsOfDay(row.text(TIME_COLUMN));
      const isTimed = !Number.isNaN(timeS);
      if (isTimed && !Number.isNaN(lastS)) passedS += stepS(lastS, timeS);
      if (isTimed) lastS = timeS;
      const hasRate = collected.map(({ add }) => add(row, isTimed ? passedS : Number.NaN)).some(Boolean);
      if (!hasRate) return;
      if (Number.isNaN(beginS)) beginS = passedS;
      channels.add(row, isTimed ? passedS - beginS : Number.NaN);
    },
    async finish() {
      if (rows === 0) throw noFrames();
      const [first, second = first] = collected.map(({ result }) => result());
      // The columns may be missing although `isHeader` has accepted the header line, because the cells that `isHeader`
      // gets were split without regard to quotation marks.
      if (first === undefined || second === undefined) throw noHeader();
      const { samples, total, times } = second.samples > first.samples ? second : first;
      const time = await times.read();
      const warnings = checkSamples(samples, rows - samples, time);
      return resultOfSamples({
        tool: "HWiNFO",
        request,
        averageFps: total / samples,
        samples,
        durationS: Number.isNaN(time.clockS) ? null : time.clockS,
        channels: await channels.finish(),
        toolMetrics: {},
        warnings: [SAMPLED_WARNING, ...warnings, ...(isLastRowCut ? [LAST_ROW_CUT] : [])],
        recordedOn: null,
      });
    },
  };
}

/** Collects the frame rates in one column of a log. */
function createSamples(column: number) {
  const times = createSampleTimes();
  let samples = 0;
  let total = 0;
  return {
    /** Adds the frame rate of a row to the average. Returns whether the row has a frame rate. */
    add(row: Row, timeS: number): boolean {
      const fps = row.number(column);
      const hasRate = fps > 0 && fps <= MAX_FPS;
      times.note(timeS, hasRate);
      if (!hasRate) return false;
      samples += 1;
      total += fps;
      return true;
    },
    /** Returns the number and the sum of the frame rates, and the times of the samples. */
    result: () => ({ samples, total, times }),
  };
}

const TIME = /^(\d{1,2}):(\d{2}):(\d{2}(?:[.,]\d{1,9})?)$/;

/** Returns the seconds since midnight of a time such as "14:21:46.562"; NaN for any other text. */
function secondsOfDay(text: string): number {
  const [, hours = "", minutes = "", seconds = ""] = TIME.exec(text) ?? [];
  return seconds === ""
    ? Number.NaN
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", "."));
}

const DAY_S = 24 * 3600;

// Returns the seconds between two samples. Only the time of day counts, because HWiNFO writes the date in the order of
// the system's language. A time that is earlier by more than half a day belongs to the next day. If the clock was set
// back a little, the result is 0.
function stepS(fromS: number, toS: number): number {
  const step = toS - fromS;
  return step < -DAY_S / 2 ? step + DAY_S : Math.max(step, 0);
}
