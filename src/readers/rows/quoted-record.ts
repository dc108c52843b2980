import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import type { Line } from "./line-splitter.ts";
import { quotationMark } from "./row.ts";
import type { WritableRow } from "./row.ts";

/** Takes apart a record with cells in quotation marks, which may go over several lines. */
export interface QuotedRecord {
  /** Whether the record so far ends inside of quotation marks. */
  isOpen(): boolean;
  /** Adds a line; true when the record is complete, and its cells in the row. Throws ReaderError. */
  add(line: Line): boolean;
  /** Throws ReaderError `unclosed_quote` where the file ends inside of quotation marks. */
  end(): void;
}

function unclosedQuote(line: number): ReaderError {
  const detail = `A quotation mark opens in the row that begins on line ${line}, and closes nowhere near. Send the file as the capture tool wrote it, or close the quotation mark.`;
  return new ReaderError("unclosed_quote", detail, line);
}

// The cells' texts of one record, one behind the other.
interface CellTexts {
  length(): number;
  begin(line: number): void;
  append(byte: number): void;
  isCellEmpty(): boolean;
  /** Puts the quotation mark that opened the cell in front of it again. */
  giveBackOpeningMark(): void;
  endCell(): void;
}

// At most one line's worth of bytes, and a quotation mark given back to each cell.
const capacity = limits.maxLineBytes + limits.maxColumns + 2;

function createCellTexts(row: WritableRow): CellTexts {
  const text = Buffer.allocUnsafe(capacity);
  let length = 0;
  let cellStart = 0;
  return {
    length: () => length,
    begin(line) {
      row.begin(text, line);
      length = 0;
      cellStart = 0;
    },
    append(byte) {
      text[length] = byte;
      length += 1;
    },
    isCellEmpty: () => length === cellStart,
    giveBackOpeningMark() {
      text.copyWithin(cellStart + 1, cellStart, length);
      text[cellStart] = quotationMark;
      length += 1;
    },
    endCell() {
      row.addCell(cellStart, length);
      cellStart = length;
    },
  };
}

/**
 * The rules are those of RFC 4180, and for what it leaves open those of csv-parse with `relax_quotes`: a quotation mark
 * inside of a cell that does not begin with one is a character like others; a closing one that something else than a
 * delimiter follows makes the whole cell be read as it stands.
 */
export function createQuotedRecord(delimiter: number, row: WritableRow): QuotedRecord {
  const cells = createCellTexts(row);
  let isQuoting = false;
  let firstLine = 0;

  // Takes the byte at `at`, inside of quotation marks; gives the number of bytes taken.
  function takeQuoted({ bytes, end }: Line, at: number): number {
    const byte = bytes[at] ?? 0;
    const next = at + 1 < end ? bytes[at + 1] : undefined;
    const isDoubledMark = byte === quotationMark && next === quotationMark;
    if (byte === quotationMark && !isDoubledMark) {
      isQuoting = false;
      if (next === undefined || next === delimiter) return 1;
      cells.giveBackOpeningMark();
    }
    cells.append(byte);
    return isDoubledMark ? 2 : 1;
  }

  function takeUnquoted(byte: number): void {
    if (byte === delimiter) cells.endCell();
    else if (byte === quotationMark && cells.isCellEmpty()) isQuoting = true;
    else cells.append(byte);
  }

  function takeLine(line: Line): void {
    let at = line.start;
    while (at < line.end) {
      if (isQuoting) {
        at += takeQuoted(line, at);
      } else {
        takeUnquoted(line.bytes[at] ?? 0);
        at += 1;
      }
    }
  }

  return {
    isOpen: () => isQuoting,
    add(line) {
      if (!isQuoting) {
        cells.begin(line.number);
        firstLine = line.number;
      }
      if (cells.length() + line.end - line.start > limits.maxLineBytes) throw unclosedQuote(firstLine);
      takeLine(line);
      if (isQuoting) {
        for (let at = 0; at < line.endLength; at += 1) cells.append(line.bytes[line.end + at] ?? 0);
        return false;
      }
      cells.endCell();
      row.finish(line.number, line.endLength > 0);
      return true;
    },
    end() {
      if (isQuoting) throw unclosedQuote(firstLine);
    },
  };
}
