import { limits } from "../limits.ts";
import { message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/**
 * One row of a CSV file. The row is valid only until the next row is read. A caller may store the row's texts and
 * numbers, but never the row itself.
 */
export interface Row {
  /** The line on which the row ends, counted from 1. */
  readonly line: number;
  readonly cellCount: number;
  /** False for the last row of a file that has no line end, because this row may have been cut off. */
  readonly isTerminated: boolean;
  /**
   * Returns a cell's trimmed text, decoded as UTF-8, or as Latin-1 where the bytes are not UTF-8; empty where the row
   * has no such cell.
   */
  text(index: number): string;
  /** Whether a cell's bytes are UTF-8, so that its text is certain. Also true for a cell that the row does not have. */
  isUtf8(index: number): boolean;
  /** Returns a cell's number; NaN where the cell holds no number or the row has no such cell. */
  number(index: number): number;
  /**
   * Returns a cell's number, possibly without the decimals after the first fifteen digits. The number is only for
   * comparisons with other numbers that this method returns, such as the times of rows. In most cases, the method is
   * faster than `number`.
   */
  cutNumber(index: number): number;
  /**
   * Whether the text of a CSV cell equals a given text: the same as a comparison with `text(index)`, but faster in most
   * cases.
   */
  is(index: number, text: string): boolean;
  /** Whether any cell of the row, from the given index on, contains anything but blanks. */
  hasContentFrom(index: number): boolean;
}

/**
 * The function that receives each row in order. The row is valid only during the call. An error that the function
 * throws ends the reading of the file.
 */
export type RowSink = (row: Row) => void;

/** Returns the error for a row with more cells than any capture has columns. */
export function tooManyColumns(line: number): ReaderError {
  const detail = message`Line ${line} has more than ${limits.maxColumns} columns. Send the file as the capture tool wrote it.`;
  return new ReaderError("too_many_columns", detail, line);
}
