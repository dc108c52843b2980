import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";

/** One row of a CSV file. It is valid until the next row is read: whoever keeps something of it keeps texts and numbers. */
export interface Row {
  /** The line on which the row ends, counted from 1. */
  readonly line: number;
  readonly cellCount: number;
  /** False for a last row without line end, which may have been cut off. */
  readonly isTerminated: boolean;
  /** A cell's text without blanks at both ends; empty where the row has no such cell. UTF-8, and what is none is Latin-1. */
  text(index: number): string;
  /** A cell's number; NaN where it has none or where the row has no such cell. */
  number(index: number): number;
  /** Whether a cell's text is a known one: the same as comparing `text(index)`, which may be slower. */
  is(index: number, text: string): boolean;
  /** Whether a cell from this one on holds more than blanks. */
  hasContentFrom(index: number): boolean;
}

/** Receives each row in turn; the row is valid during the call. What it throws ends the reading. */
export type RowSink = (row: Row) => void;

/** The refusal of a row with more cells than any capture has columns. */
export function tooManyColumns(line: number): ReaderError {
  const detail = `Line ${line} has more than ${limits.maxColumns} columns. Send the file as the capture tool wrote it.`;
  return new ReaderError("too_many_columns", detail, line);
}
