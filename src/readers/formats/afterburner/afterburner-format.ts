import { UNREADABLE } from "../../bytes/encoding.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "../../capture/capture-format.ts";
import { resultOfSamples } from "../../capture/capture-result.ts";
import { LAST_ROW_CUT } from "../../capture/check-rows.ts";
import { chooseRecording } from "../../capture/recordings.ts";
import type { ChannelColumn } from "../../channels/channel-columns.ts";
import { createSampleBudget } from "../../channels/channel-samples.ts";
import { columnKey } from "../../csv/dialect.ts";
import type { Row } from "../../csv/row.ts";
import { limits } from "../../limits.ts";
import { counted, message, type Message } from "../../message.ts";
import type { CaptureRequest, ReadResult } from "../../read-result.ts";
import { ReaderError } from "../../reader-error.ts";
import { namedHardware } from "../../recorded-on.ts";
import {
  checkRecording,
  createRecording,
  findRecordingColumns,
  noRateColumn,
  noRates,
  type RecordingColumns,
} from "./recording.ts";
import { secondsOf } from "./time-stamp.ts";

/**
 * Hardware-monitor logs of MSI Afterburner and RTSS (.hml, version 1.6). The first cell of a row is its type: 00 begins
 * a recording, 01 names the graphics cards, 02 has the names of the columns, 80 has a sample. Each sample of Framerate
 * counts the frames of one period, so the mean of the samples is the average. The tool appends to an existing log, so
 * that a log may hold recordings of different games: each recording is read separately. A recording also begins where
 * the time of the samples jumps or goes back. The beginning of a log may be cut off: samples without a preceding row of
 * column names are left out.
 */
export const afterburnerFormat: CaptureFormat = {
  isHeader: (keys, cells) => keys.some((key) => key.startsWith("hardwaremonitoringlog")) || isCutFront(cells),
  start: createCollector,
  hasRecordings: true,
  headerIsRow: true,
};

// The types of rows in logs of MSI Afterburner, as numbers, because a spreadsheet drops the leading zero of 02.
const FIRST_ROW = 0;
const GPUS_ROW = 1;
const NAMES_ROW = 2;
const UNIT_ROW = 3;
const DATA_ROW = 80;

const RATE = "framerate";

// Whether a log of MSI Afterburner begins with a row of column names or of samples, which means that its first rows
// were cut off.
function isCutFront([type = "", stamp = "", ...cells]: readonly string[]): boolean {
  if (Number.isNaN(secondsOf(stamp))) return false;
  return type === String(DATA_ROW) || (/^0?2$/.test(type) && cells.includes(RATE));
}

const SAMPLED_WARNING = message`The log has one sample in each polling period (normally a second), not every frame: the average is the mean of the samples, and there are no lows and percentiles. For lows and percentiles, capture the game with PresentMon, CapFrameX, OCAT or FrameView.`;

function createCollector({ names, keysBefore }: CaptureHeader, request: CaptureRequest): RowCollector {
  const recordings: ReturnType<typeof createRecording>[] = [];
  // A person may have replaced the header rows of a log of MSI Afterburner by a single row with the names of the
  // columns.
  const hasNames = keysBefore.includes(RATE) && keysBefore.length === names.length;
  let columns = hasNames ? findRecordingColumns(keysBefore) : null;
  let hasRateColumn = columns !== null;
  let samplesWithoutNames = 0;
  let isLastRowCut = false;
  let current: ReturnType<typeof createRecording> | null = null;
  const budget = createSampleBudget();
  let gpus = "";

  function startRecording(names: RecordingColumns | null): void {
    columns = names;
    hasRateColumn ||= names !== null && names.rate !== -1;
    current = null;
    if (names === null) gpus = "";
  }

  function addSample(row: Row): void {
    if (columns === null) {
      samplesWithoutNames += 1;
      return;
    }
    if (current?.isContinuedBy(row) !== true) {
      if (recordings.length === limits.maxRecordings) throw tooManyRecordings();
      current = createRecording(columns, gpus, budget);
      recordings.push(current);
    }
    current.add(row);
  }

  return {
    add(row) {
      const type = row.number(0);
      if (type === FIRST_ROW) startRecording(null);
      else if (type === GPUS_ROW) gpus = gpusIn(row);
      else if (type === NAMES_ROW) startRecording(findRecordingColumns(namesIn(row).map(columnKey)));
      else if (type === UNIT_ROW) columns = columns && withUnit(columns, row);
      else if (type === DATA_ROW && row.isTerminated) addSample(row);
      else if (type === DATA_ROW) isLastRowCut = true;
    },
    finish: () => resultOf(recordings, { request, samplesWithoutNames, isLastRowCut, hasRateColumn }),
  };
}

interface AfterburnerLog {
  request: CaptureRequest;
  /** The number of samples that no row of column names precedes in their recording. These samples are left out. */
  samplesWithoutNames: number;
  isLastRowCut: boolean;
  hasRateColumn: boolean;
}

async function resultOf(
  recordings: readonly ReturnType<typeof createRecording>[],
  { request, samplesWithoutNames, isLastRowCut, hasRateColumn }: AfterburnerLog,
): Promise<ReadResult> {
  const finished = recordings.map((recording) => recording.finish());
  if (finished.length === 0) throw noRecording(samplesWithoutNames, hasRateColumn);
  const { recording, number, warnings } = chooseRecording(finished, request);
  const checked = await checkRecording(recording);
  const hardware = namedHardware({ gpu: [recording.gpus] });
  return resultOfSamples({
    tool: "MSI Afterburner",
    request,
    recording: number,
    averageFps: checked.averageFps,
    samples: recording.samples,
    durationS: recording.durationS,
    channels: await recording.channels(),
    toolMetrics: recording.toolMetrics,
    warnings: [
      SAMPLED_WARNING,
      ...warnings,
      ...checked.warnings,
      ...warningsOf(samplesWithoutNames),
      ...(isLastRowCut ? [LAST_ROW_CUT] : []),
      ...hardware.warnings,
    ],
    recordedOn: hardware.recordedOn,
  });
}

// In a log of MSI Afterburner, the first two cells of a row of samples are its type and its time; a row of the type 03
// numbers the columns from 0, beginning with the third cell.
const FIRST_COLUMN = 2;

/**
 * Applies a row of the type 03 in a log of MSI Afterburner, which names the unit of a column. A column in degrees
 * Fahrenheit is no channel. Memory may be in GB instead of MB. Older versions write power in percent, so a column of
 * power is a channel only if it has a row of the type 03 with another unit; a spreadsheet may have lost the unit "W".
 */
function withUnit(columns: RecordingColumns, row: Row): RecordingColumns {
  const index = FIRST_COLUMN + row.number(FIRST_COLUMN);
  const unit = row.text(FIRST_COLUMN + 1);
  const others = columns.channels
    .filter((column) => column.index !== index || !/^°?F$/.test(unit))
    .map((column) => (column.index === index && unit === "GB" ? inGigabytes(column) : column));
  const powers = unit !== "%" ? columns.powers.filter((column) => column.index === index) : [];
  return {
    ...columns,
    channels: [...others, ...powers],
    powers: columns.powers.filter((column) => !powers.includes(column)),
  };
}

const MB_PER_GB = 1024;

function inGigabytes(column: ChannelColumn): ChannelColumn {
  return { ...column, factor: column.factor * MB_PER_GB };
}

function namesIn(row: Row): string[] {
  return Array.from({ length: row.cellCount }, (_, index) => row.text(index));
}

// Returns the names of the graphics cards from a row of the type 01 in a log of MSI Afterburner: the cells after the
// type and the time, without the empty cells that a spreadsheet adds.
function gpusIn(row: Row): string {
  return namesIn(row)
    .map((name, index) => (row.isUtf8(index) ? name : UNREADABLE))
    .slice(2)
    .filter((name) => name !== "")
    .join(", ");
}

function warningsOf(samplesWithoutNames: number): Message[] {
  if (samplesWithoutNames === 0) return [];
  const samples = counted(samplesWithoutNames, "sample");
  return [
    message`${samples} without names of columns before them are left out: the beginning of the log was cut off.`,
  ];
}

// Returns the error for a log of MSI Afterburner in which no row of samples follows a row of column names.
function noRecording(samplesWithoutNames: number, hasRateColumn: boolean): ReaderError {
  if (hasRateColumn) return noRates();
  if (samplesWithoutNames === 0) return noRateColumn();
  const detail = message`The log of MSI Afterburner begins in the middle: the row 02, which has the names of columns, is missing before the samples. Send the log as MSI Afterburner wrote it.`;
  return new ReaderError("no_frame_times", detail);
}

function tooManyRecordings(): ReaderError {
  const detail = message`The log of MSI Afterburner holds more than ${limits.maxRecordings} recordings. Send one recording as a file of its own.`;
  return new ReaderError("too_many_recordings", detail);
}
