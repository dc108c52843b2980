import { ReaderError } from "../reader-error.ts";
import type { Row } from "../rows/row.ts";
import { rowCount, skippedRows, type FrameSeries } from "./frame-series.ts";

const warnShare = 0.03;
const refuseShare = 0.5;

/** What is to be said of a capture's rows beside their frame times. */
export interface RowFaults {
  /** The name of the column of frame times. */
  columnName: string;
  /** Rows that end before the columns that are needed. */
  shortRows: number;
  /** Rows that have more cells with content than the header has names, and rows in all. */
  longRows: number;
  rows: number;
  /** Whether the last row was cut off and left out. */
  isLastRowCut: boolean;
}

function reasons(series: FrameSeries, shortRows: number): string {
  return [
    [series.zero, "have the frame time 0"],
    [series.missing, "have no number as frame time"],
    [series.outOfRange, "are negative or longer than 60 s"],
    [shortRows, "end before the frame time"],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, reason]) => `${count} ${reason}`)
    .join(", ");
}

/**
 * Warnings on the rows of a capture that were left out. Throws ReaderError `too_many_skipped_rows` where they are
 * more than half, and where more than half of all rows are longer than the header.
 */
export function checkRows(series: FrameSeries, faults: RowFaults): string[] {
  const warnings: string[] = [];
  const rows = rowCount(series) + faults.shortRows;
  const skipped = skippedRows(series) + faults.shortRows;
  if (skipped > rows * refuseShare) {
    const detail = `${skipped} of ${rows} rows have no usable frame time in the column ${faults.columnName} (${reasons(series, faults.shortRows)}). Send the CSV as the capture tool wrote it.`;
    throw new ReaderError("too_many_skipped_rows", detail);
  }
  if (faults.longRows > faults.rows * refuseShare) {
    const detail = `${faults.longRows} of ${faults.rows} rows have more cells than the header has columns, so that cells cannot be told apart: numbers with a decimal comma in a file separated by commas look like this. Send the CSV as the capture tool wrote it.`;
    throw new ReaderError("too_many_skipped_rows", detail);
  }
  if (skipped > rows * warnShare) {
    const why = reasons(series, faults.shortRows);
    warnings.push(`${skipped} of ${rows} rows are left out of the figures: ${why}.`);
  }
  if (faults.isLastRowCut) {
    warnings.push(
      "The last row is cut off and left out: the capture ended early or the file is not complete.",
    );
  }
  return warnings;
}

/** Throws ReaderError `joined_captures` where a row's cell holds the name of its column. */
export function rejectRepeatedHeader(row: Row, column: number, name: string): void {
  if (row.text(column).toLowerCase() !== name.toLowerCase()) return;
  const detail = `Line ${row.line} repeats the header: the file holds two captures, one behind the other. Send each capture as a file of its own.`;
  throw new ReaderError("joined_captures", detail, row.line);
}
