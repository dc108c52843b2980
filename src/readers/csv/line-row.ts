import { isUtf8 } from "node:buffer";
import { limits } from "../limits.ts";
import { decimalSignOf, type Dialect } from "./dialect.ts";
import type { Line } from "./line-splitter.ts";
import { parseCutNumber, parseNumber, parsePlainNumber } from "./parse-number.ts";
import { tooManyColumns } from "./row.ts";

const QUOTATION_MARK = 0x22;
const FIRST_NON_ASCII = 0x80;

/** A `Row` over the bytes of a line without quotation marks. A cell is decoded only when it is asked for. */
export function createLineRow(dialect: Dialect) {
  const decimalSign = decimalSignOf(dialect);
  const cells = createCellRanges(dialect.delimiter.charCodeAt(0));

  const row = {
    line: 0,
    cellCount: 0,
    isTerminated: true,
    /**
     * Fills the row with the cells of a line. Returns false where the line has a quotation mark; the row is then not valid.
     * @throws ReaderError `too_many_columns`
     */
    load(line: Line): boolean {
      if (!cells.split(line)) return false;
      row.line = line.number;
      row.cellCount = cells.count();
      row.isTerminated = line.endLength > 0;
      return true;
    },
    text(index: number): string {
      if (index < 0 || index >= row.cellCount) return "";
      const cell = cells.slice(index);
      return cell.toString(isUtf8(cell) ? "utf8" : "latin1").trim();
    },
    number(index: number): number {
      if (index < 0 || index >= row.cellCount) return Number.NaN;
      const start = cells.start(index);
      const number = parsePlainNumber(cells.bytes(), start, cells.end(index, start), decimalSign);
      return number >= 0 ? number : parseNumber(row.text(index), dialect);
    },
    cutNumber(index: number): number {
      if (index < 0 || index >= row.cellCount) return Number.NaN;
      const start = cells.start(index);
      const number = parseCutNumber(cells.bytes(), start, cells.end(index, start), decimalSign);
      return number >= 0 ? number : parseNumber(row.text(index), dialect);
    },
    is(index: number, text: string): boolean {
      if (index < 0 || index >= row.cellCount) return text === "";
      const bytes = cells.bytes();
      const start = cells.start(index);
      const length = cells.end(index, start) - start;
      for (let at = 0; at < length; at += 1) {
        const byte = bytes[start + at] ?? 0;
        const isSame = byte < FIRST_NON_ASCII && byte === text.charCodeAt(at);
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

/** Finds where the cells of a line begin and end in its bytes. */
function createCellRanges(delimiter: number) {
  // One comparison rules out most bytes of a line: digits and letters stand above both characters.
  const highestMark = Math.max(delimiter, QUOTATION_MARK);
  const starts = new Int32Array(limits.maxColumns);
  const ends = new Int32Array(limits.maxColumns);
  let bytes: Buffer = Buffer.alloc(0);
  let count = 0;
  return {
    count: () => count,
    /** Finds the cells of a line; false where the line has a quotation mark. */
    split(line: Line): boolean {
      ({ bytes } = line);
      // Local variables for speed: this loop sees every byte of a file.
      const { bytes: lineBytes, start, end } = line;
      let cell = 0;
      let cellStart = start;
      for (let at = start; at < end; at += 1) {
        const byte = lineBytes[at] ?? 0;
        if (byte > highestMark) continue;
        if (byte === QUOTATION_MARK) return false;
        if (byte !== delimiter) continue;
        starts[cell] = cellStart;
        ends[cell] = at;
        cell += 1;
        cellStart = at + 1;
        if (cell === limits.maxColumns) throw tooManyColumns(line.number);
      }
      starts[cell] = cellStart;
      ends[cell] = end;
      count = cell + 1;
      return true;
    },
    bytes: () => bytes,
    slice: (index: number) => bytes.subarray(starts[index], ends[index]),
    /** Where a cell begins behind its leading ASCII blanks; the cell's end where it holds blanks only. */
    start(index: number): number {
      const end = ends[index] ?? 0;
      let start = starts[index] ?? 0;
      while (start < end && isBlank(bytes[start])) start += 1;
      return start;
    },
    /** Where a cell whose content begins at `start` ends before its trailing ASCII blanks. */
    end(index: number, start: number): number {
      let end = ends[index] ?? 0;
      while (end > start && isBlank(bytes[end - 1])) end -= 1;
      return end;
    },
  };
}

// The ASCII characters that String.trim() takes off.
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}
