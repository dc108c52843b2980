import { isUtf8 } from "node:buffer";
import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import type { Dialect } from "./dialect.ts";
import { parseNumber, parsePlainNumber } from "./parse-number.ts";

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
  /** Whether a cell's text is a known one: the same as comparing `text(index)`, without making a string of it. */
  is(index: number, text: string): boolean;
  /** Whether a cell from this one on holds more than blanks. */
  hasContentFrom(index: number): boolean;
}

/** A row that is filled anew for each record. */
export interface WritableRow extends Row {
  /** Begins a row whose cells stand in these bytes. */
  begin(bytes: Buffer, line: number): void;
  /**
   * Adds the cells of a line without quotation marks; false where it has one, or more cells than are allowed:
   * they are then to be added one by one.
   */
  split(start: number, end: number): boolean;
  /** Adds the cell that stands from `start` to `end`. Throws ReaderError `too_many_columns`. */
  addCell(start: number, end: number): void;
  /** Ends the row. */
  finish(line: number, isTerminated: boolean): void;
}

/** The byte of the quotation mark. */
export const quotationMark = 0x22;

const firstNonAscii = 0x80;

// The ASCII characters that String.trim() takes off.
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function tooManyColumns(line: number): ReaderError {
  const detail = `Line ${line} has more than ${limits.maxColumns} columns. Send the file as the capture tool wrote it.`;
  return new ReaderError("too_many_columns", detail, line);
}

// Where the cells of a row stand.
interface CellRanges {
  count(): number;
  begin(bytes: Buffer): void;
  add(start: number, end: number): void;
  /** Adds the cells of a line; false where it has a quotation mark, or more cells than there may be. */
  split(start: number, end: number): boolean;
  bytes(): Buffer;
  slice(index: number): Buffer;
  /** The ranges without ASCII blanks at both ends. */
  start(index: number): number;
  end(index: number): number;
}

function createCellRanges(delimiter: number): CellRanges {
  // One comparison rules out most bytes of a line: digits and letters stand above both.
  const highestMark = Math.max(delimiter, quotationMark);
  const starts = new Int32Array(limits.maxColumns);
  const ends = new Int32Array(limits.maxColumns);
  let bytes: Buffer = Buffer.alloc(0);
  let count = 0;
  return {
    count: () => count,
    begin(newBytes) {
      bytes = newBytes;
      count = 0;
    },
    add(start, end) {
      starts[count] = start;
      ends[count] = end;
      count += 1;
    },
    split(start, end) {
      // Kept in local names for the sake of speed: this loop sees every byte of a file.
      const line = bytes;
      let cell = count;
      let cellStart = start;
      for (let at = start; at < end; at += 1) {
        const byte = line[at] ?? 0;
        if (byte > highestMark) continue;
        if (byte === quotationMark) return false;
        if (byte !== delimiter) continue;
        starts[cell] = cellStart;
        ends[cell] = at;
        cell += 1;
        cellStart = at + 1;
        if (cell === limits.maxColumns) return false;
      }
      starts[cell] = cellStart;
      ends[cell] = end;
      count = cell + 1;
      return true;
    },
    bytes: () => bytes,
    slice: (index) => bytes.subarray(starts[index], ends[index]),
    start(index) {
      const end = ends[index] ?? 0;
      let start = starts[index] ?? 0;
      while (start < end && isBlank(bytes[start])) start += 1;
      return start;
    },
    end(index) {
      const start = starts[index] ?? 0;
      let end = ends[index] ?? 0;
      while (end > start && isBlank(bytes[end - 1])) end -= 1;
      return end;
    },
  };
}

/** A row whose cells are ranges of bytes, so that only the cells that are asked for cost anything. */
export function createRow(dialect: Dialect): WritableRow {
  const decimalSign = (dialect.hasDecimalComma ? "," : ".").charCodeAt(0);
  const cells = createCellRanges(dialect.delimiter.charCodeAt(0));

  const row = {
    line: 0,
    cellCount: 0,
    isTerminated: true,
    begin(bytes: Buffer, line: number): void {
      cells.begin(bytes);
      row.line = line;
    },
    split: cells.split,
    addCell(start: number, end: number): void {
      if (cells.count() === limits.maxColumns) throw tooManyColumns(row.line);
      cells.add(start, end);
    },
    finish(line: number, isTerminated: boolean): void {
      row.line = line;
      row.cellCount = cells.count();
      row.isTerminated = isTerminated;
    },
    text(index: number): string {
      if (index < 0 || index >= row.cellCount) return "";
      const cell = cells.slice(index);
      return cell.toString(isUtf8(cell) ? "utf8" : "latin1").trim();
    },
    number(index: number): number {
      if (index < 0 || index >= row.cellCount) return Number.NaN;
      const number = parsePlainNumber(cells.bytes(), cells.start(index), cells.end(index), decimalSign);
      return number >= 0 ? number : parseNumber(row.text(index), dialect);
    },
    is(index: number, text: string): boolean {
      if (index < 0 || index >= row.cellCount) return text === "";
      const bytes = cells.bytes();
      const start = cells.start(index);
      const length = cells.end(index) - start;
      for (let at = 0; at < length; at += 1) {
        const byte = bytes[start + at] ?? 0;
        const isSame = byte < firstNonAscii && byte === text.charCodeAt(at);
        if (!isSame) return row.text(index) === text;
      }
      return length === text.length;
    },
    hasContentFrom(index: number): boolean {
      for (let cell = index; cell < row.cellCount; cell += 1) {
        if (row.text(cell) !== "") return true;
      }
      return false;
    },
  };
  return row;
}
