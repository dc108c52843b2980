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
  /** Adds the cell that stands from `start` to `end`. Throws ReaderError `too_many_columns`. */
  addCell(start: number, end: number): void;
  /** Ends the row. */
  finish(line: number, isTerminated: boolean): void;
}

const firstNonAscii = 0x80;

// The ASCII characters that String.trim() takes off.
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function tooManyColumns(line: number): ReaderError {
  const detail = `Line ${line} has more than ${limits.maxColumns} columns. Send the file as the capture tool wrote it.`;
  return new ReaderError("too_many_columns", detail, line);
}

/** A row whose cells are ranges of bytes, so that only the cells that are asked for cost anything. */
export function createRow(dialect: Dialect): WritableRow {
  const decimalSign = (dialect.hasDecimalComma ? "," : ".").charCodeAt(0);
  const starts = new Int32Array(limits.maxColumns);
  const ends = new Int32Array(limits.maxColumns);
  let bytes = Buffer.alloc(0);

  function trimmedStart(index: number): number {
    let start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    while (start < end && isBlank(bytes[start])) start += 1;
    return start;
  }

  function trimmedEnd(index: number): number {
    const start = starts[index] ?? 0;
    let end = ends[index] ?? 0;
    while (end > start && isBlank(bytes[end - 1])) end -= 1;
    return end;
  }

  const row = {
    line: 0,
    cellCount: 0,
    isTerminated: true,
    begin(newBytes: Buffer, line: number): void {
      bytes = newBytes;
      row.line = line;
      row.cellCount = 0;
    },
    addCell(start: number, end: number): void {
      if (row.cellCount === limits.maxColumns) throw tooManyColumns(row.line);
      starts[row.cellCount] = start;
      ends[row.cellCount] = end;
      row.cellCount += 1;
    },
    finish(line: number, isTerminated: boolean): void {
      row.line = line;
      row.isTerminated = isTerminated;
    },
    text(index: number): string {
      if (index < 0 || index >= row.cellCount) return "";
      const cell = bytes.subarray(starts[index], ends[index]);
      return cell.toString(isUtf8(cell) ? "utf8" : "latin1").trim();
    },
    number(index: number): number {
      if (index < 0 || index >= row.cellCount) return Number.NaN;
      const number = parsePlainNumber(bytes, trimmedStart(index), trimmedEnd(index), decimalSign);
      return number >= 0 ? number : parseNumber(row.text(index), dialect);
    },
    is(index: number, text: string): boolean {
      if (index < 0 || index >= row.cellCount) return text === "";
      const start = trimmedStart(index);
      const length = trimmedEnd(index) - start;
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
