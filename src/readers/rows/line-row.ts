import { isUtf8 } from "node:buffer";
import { limits } from "../limits.ts";
import type { Dialect } from "./dialect.ts";
import type { Line } from "./line-splitter.ts";
import { parseNumber, parsePlainNumber } from "./parse-number.ts";
import { tooManyColumns, type Row } from "./row.ts";

/** The row of a line without quotation marks. */
export interface LineRow extends Row {
  /**
   * Fills the row with the cells of a line; false where the line has a quotation mark, and the row is then not valid.
   * Throws ReaderError `too_many_columns`.
   */
  take(line: Line): boolean;
}

const quotationMark = 0x22;
const firstNonAscii = 0x80;

// The ASCII characters that String.trim() takes off.
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

// Where the cells of a line stand.
interface CellRanges {
  count(): number;
  /** Finds the cells of a line; false where it has a quotation mark. */
  split(line: Line): boolean;
  bytes(): Buffer;
  slice(index: number): Buffer;
  /** Where a cell begins behind its leading ASCII blanks; its end where it holds nothing else. */
  start(index: number): number;
  /** Where a cell that begins there ends before its last ASCII blanks. */
  end(index: number, start: number): number;
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
    split(line) {
      ({ bytes } = line);
      // Kept in local names for the sake of speed: this loop sees every byte of a file.
      const { bytes: lineBytes, start, end } = line;
      let cell = 0;
      let cellStart = start;
      for (let at = start; at < end; at += 1) {
        const byte = lineBytes[at] ?? 0;
        if (byte > highestMark) continue;
        if (byte === quotationMark) return false;
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
    slice: (index) => bytes.subarray(starts[index], ends[index]),
    start(index) {
      const end = ends[index] ?? 0;
      let start = starts[index] ?? 0;
      while (start < end && isBlank(bytes[start])) start += 1;
      return start;
    },
    end(index, start) {
      let end = ends[index] ?? 0;
      while (end > start && isBlank(bytes[end - 1])) end -= 1;
      return end;
    },
  };
}

/** A row whose cells are ranges of bytes, so that only the cells that are asked for cost anything. */
export function createLineRow(dialect: Dialect): LineRow {
  const decimalSign = (dialect.hasDecimalComma ? "," : ".").charCodeAt(0);
  const cells = createCellRanges(dialect.delimiter.charCodeAt(0));

  const row = {
    line: 0,
    cellCount: 0,
    isTerminated: true,
    take(line: Line): boolean {
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
    is(index: number, text: string): boolean {
      if (index < 0 || index >= row.cellCount) return text === "";
      const bytes = cells.bytes();
      const start = cells.start(index);
      const length = cells.end(index, start) - start;
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
