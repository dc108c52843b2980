import { isUtf8 } from "node:buffer";
import { decimalSignOf, type Dialect } from "./dialect.ts";
import { createLineCells } from "./line-cells.ts";
import type { Line } from "./line-splitter.ts";
import { parseCutNumber, parseNumber, parsePlainNumber } from "./parse-number.ts";

const FIRST_NON_ASCII = 0x80;

/** Creates a `Row` over the bytes of a line without quotation marks. A cell is decoded only on request. */
export function createLineRow(dialect: Dialect) {
  const decimalSign = decimalSignOf(dialect);
  const cells = createLineCells(dialect.delimiter.charCodeAt(0));
  // For each column, a text that was equal to the text of a cell of the column, and the number that `generationOf`
  // returned for the cell. A later cell of the column with the same number has the same bytes, so its text is the same.
  const equalCells: ({ text: string; generation: number } | undefined)[] = [];

  function numberOf(index: number, parse: typeof parsePlainNumber): number {
    if (index < 0 || index >= row.cellCount) return Number.NaN;
    const start = cells.start(index);
    const number = parse(cells.bytes(), start, cells.end(index), decimalSign);
    return number >= 0 ? number : parseOther(cellOf(index), parse, dialect);
  }

  function cellOf(index: number): Buffer {
    const start = cells.start(index);
    return cells.bytes().subarray(start, cells.end(index));
  }

  const row = {
    line: 0,
    cellCount: 0,
    isTerminated: true,
    /**
     * Sets the row to the cells of a line. Returns false where the line has a quotation mark; the row is then not
     * valid.
     * @throws ReaderError `too_many_columns`
     */
    load(line: Line): boolean {
      if (!cells.split(line)) return false;
      row.line = line.number;
      row.cellCount = cells.count();
      row.isTerminated = line.endLength > 0;
      return true;
    },
    text: (index: number): string => (index < 0 || index >= row.cellCount ? "" : textOf(cellOf(index))),
    isUtf8: (index: number): boolean => index < 0 || index >= row.cellCount || isUtf8(cellOf(index)),
    number: (index: number): number => numberOf(index, parsePlainNumber),
    cutNumber: (index: number): number => numberOf(index, parseCutNumber),
    is(index: number, text: string): boolean {
      if (index < 0 || index >= row.cellCount) return text === "";
      const known = equalCells[index];
      const generation = cells.generationOf(index);
      if (known !== undefined && known.generation === generation && known.text === text) return true;
      const start = cells.start(index);
      if (!hasText(cells.bytes(), { start, end: cells.end(index) }, text)) return false;
      if (generation !== -1) equalCells[index] = { text, generation };
      return true;
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

function textOf(cell: Buffer): string {
  return cell.toString(isUtf8(cell) ? "utf8" : "latin1").trim();
}

/**
 * Parses a CSV cell that has blanks around its content, or contains more than plain digits; NaN where the cell holds no
 * number.
 */
function parseOther(cell: Buffer, parse: typeof parsePlainNumber, dialect: Dialect): number {
  const start = skipBlanks(cell, 0, cell.length);
  const number = parse(cell, start, dropBlanks(cell, start, cell.length), decimalSignOf(dialect));
  return number >= 0 ? number : parseNumber(textOf(cell), dialect);
}

function hasText(bytes: Buffer, cell: { start: number; end: number }, text: string): boolean {
  const start = skipBlanks(bytes, cell.start, cell.end);
  const length = dropBlanks(bytes, start, cell.end) - start;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[start + at] ?? 0;
    const isSame = byte < FIRST_NON_ASCII && byte === text.charCodeAt(at);
    if (!isSame) return textOf(bytes.subarray(cell.start, cell.end)) === text;
  }
  return length === text.length;
}

/**
 * Returns the offset of the first byte of a CSV cell that is no ASCII blank; the cell's end if the cell contains only
 * blanks.
 */
function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(bytes[at])) at += 1;
  return at;
}

/** Returns the end of the content of a CSV cell that begins at `start`, without trailing ASCII blanks. */
function dropBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(bytes[at - 1])) at -= 1;
  return at;
}

// Whether a byte is an ASCII character that String.trim() removes.
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}
