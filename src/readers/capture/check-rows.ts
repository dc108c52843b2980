import type { Row } from "../csv/row.ts";
import { fromFile, message, ownWords, type Message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";
import { reasonsOf, type UnrankedReason } from "../unranked.ts";
import type { CaptureClock } from "./frame-clock.ts";
import { rowCount, skippedRows, type FrameSeries } from "./frame-series.ts";

/**
 * The maximum share of a ranked capture that rows without a usable frame time may take. The slowest hundredth of the
 * frames decides the 1 % low, so rows that take a larger share could change this metric to any value.
 */
const MAX_RANKED_SHARE = 0.01;
const REFUSE_SHARE = 0.5;

/**
 * Returns warnings about the rows of a capture that are left out of the metrics. If these rows are too large a share of
 * the capture, the warning is the reason why the capture is unranked.
 * @param clock the data of the file's clock; absent or null for a file without a clock, whose rows are only counted
 * @throws ReaderError `too_many_skipped_rows` where more than half of the rows have no usable frame time, or more than
 * half of the rows have more cells than the header has names
 */
export function checkRows(
  series: FrameSeries,
  faults: RowFaults,
  clock: CaptureClock | null = null,
): (Message | UnrankedReason)[] {
  const warnings: (Message | UnrankedReason)[] = [];
  const rows = rowCount(series) + faults.shortRows;
  const skipped = skippedRows(series) + faults.shortRows;
  // A row without a usable frame time counts as lost. If the file has a clock, rows of frame time 0 do not count as
  // lost: such a row takes no time, because it repeats a frame, as VR headsets do.
  const lost = skipped - (clock === null ? 0 : series.zero);
  if (lost > rows * REFUSE_SHARE) {
    const column = fromFile(`column ${faults.columnName}`, "column of frame times");
    const isComma = faults.decimalCommas > series.missing * REFUSE_SHARE;
    const detail = message`${skipped} of ${rows} rows have no usable frame time in the ${column} (${reasons(series, faults.shortRows)}). ${isComma ? DECIMAL_COMMAS : faults.advice}`;
    throw new ReaderError("too_many_skipped_rows", detail);
  }
  if (faults.longRows > faults.rows * REFUSE_SHARE) throw tooManyLongRows(faults);
  if (skipped > 0) {
    const why = reasons(series, faults.shortRows);
    const found = message`${skipped} of ${rows} rows ${ownWords(skipped === 1 ? "is" : "are")} left out of the figures: ${why}`;
    warnings.push(...judgeLeftOut(found, skipped / rows, clock));
  }
  if (faults.isLastRowCut) {
    warnings.push(LAST_ROW_CUT);
  }
  return warnings;
}

/** Returns the error for a file whose rows have more cells with content than the header has columns. */
export function tooManyLongRows({ longRows, rows }: RowFaults): ReaderError {
  const detail = message`${longRows} of ${rows} rows have more cells than the header has columns, so the service cannot tell which cell belongs to which column. In a file whose cells are separated by commas, numbers with a decimal comma or with commas between thousands cause such rows. ${SEND_CSV}`;
  return new ReaderError("too_many_skipped_rows", detail);
}

const SEND_CSV = message`Send the CSV as the capture tool wrote it.`;

const DECIMAL_COMMAS = message`The numbers of the file have decimal commas, and commas also separate its cells: a spreadsheet may have saved the file so. Send the CSV as the capture tool wrote it, or save the file with semicolons between the cells.`;

/** The warning that the last row, which has no line end, is left out, because its last number may be cut off. */
export const LAST_ROW_CUT: Message = message`The last row is cut off and left out: the capture ended early or the file is not complete.`;

// Returns the warning about rows that are left out. If these rows are too large a share of the capture, the warning is
// the reason why the result is unranked.
function judgeLeftOut(
  found: Message,
  shareOfRows: number,
  clock: CaptureClock | null,
): (Message | UnrankedReason)[] {
  const shareOfTime = clock === null ? 0 : clock.leftOutS / clock.clockS;
  const isByTime = clock !== null && (clock.isLeftOutKnown || shareOfTime > shareOfRows);
  const whole = isByTime ? "time" : "rows";
  const share = isByTime ? shareOfTime : shareOfRows;
  const took = clock === null ? message`` : message`. By the clock of the file they took ${timeOf(clock)} s`;
  if (share <= MAX_RANKED_SHARE) return [message`${found}${took}.`];
  return reasonsOf("rows_left_out", [
    message`${found}${took}. Captures are ranked if such rows are at most 1 % of the ${ownWords(whole)}. Send the file as the capture tool wrote it.`,
  ]);
}

function timeOf({ leftOutS, clockS, isLeftOutKnown }: CaptureClock): Message {
  const least = isLeftOutKnown ? "" : "at least ";
  return message`${ownWords(least)}${seconds(leftOutS)} of ${seconds(clockS)}`;
}

function seconds(value: number): number {
  return Number(value.toFixed(3));
}

function reasons(series: FrameSeries, shortRows: number): Message {
  const found = [
    { count: series.zero, one: "has the frame time 0", more: "have the frame time 0" },
    { count: series.missing, one: "has no number as frame time", more: "have no number as frame time" },
    {
      count: series.outOfRange,
      one: "is negative or longer than an hour",
      more: "are negative or longer than an hour",
    },
    { count: shortRows, one: "ends before the frame time", more: "end before the frame time" },
  ]
    .filter(({ count }) => count !== 0)
    .map(({ count, one, more }) => `${count} ${count === 1 ? one : more}`)
    .join(", ");
  return ownWords(found);
}

/** Faults of a capture's rows, counted while the rows are read. Unusable frame times are counted in `FrameSeries`. */
export interface RowFaults {
  /** The name of the column of frame times, as messages show it. */
  columnName: string;
  /** The advice in the error for a file with too many faulty rows. */
  advice: Message;
  /** The number of rows that end before a column that the reader needs. */
  shortRows: number;
  /** The number of rows that have more cells with content than the header has names. */
  longRows: number;
  /** The number of rows whose frame time is a number with a decimal comma in a file with decimal points. */
  decimalCommas: number;
  /** The number of rows of the capture, with and without faults; a last row that was cut off does not count. */
  rows: number;
  /** Whether the last row of the capture was cut off, and therefore left out. */
  isLastRowCut: boolean;
}

/** Returns the counts of faults of a capture before any row is read: all are 0. */
export function createRowFaults(columnName: string, advice = SEND_CSV): RowFaults {
  return { columnName, advice, shortRows: 0, longRows: 0, decimalCommas: 0, rows: 0, isLastRowCut: false };
}

/**
 * Counts a row of a capture. Returns false for a row that was cut off, which is left out.
 * @param columns the number of columns that the header names
 * @param isCut whether the row was cut off: by default a last row without a line end that has fewer cells than the
 * header has columns
 */
export function countRow(
  faults: RowFaults,
  row: Row,
  columns: number,
  isCut = !row.isTerminated && row.cellCount < columns,
): boolean {
  if (isCut) {
    faults.isLastRowCut = true;
    return false;
  }
  faults.rows += 1;
  if (row.hasContentFrom(columns)) faults.longRows += 1;
  return true;
}

const DECIMAL_COMMA = /^\d+,\d+$/;

/**
 * Checks a row whose frame time could not be read as a number: counts the row if its cell contains a number with a
 * decimal comma, and refuses a row that repeats the header.
 * @throws ReaderError `joined_captures` where the row's cell in the column contains the name of the column
 */
export function checkNoNumber(faults: RowFaults, row: Row, column: number, name: string): void {
  const text = row.text(column);
  if (DECIMAL_COMMA.test(text)) faults.decimalCommas += 1;
  if (text.toLowerCase() !== name.toLowerCase()) return;
  const detail = message`Line ${row.line} repeats the header: the file holds two captures, one after the other. Send each capture as a file of its own.`;
  throw new ReaderError("joined_captures", detail, row.line);
}
