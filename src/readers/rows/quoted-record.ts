import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import type { Line } from "./line-splitter.ts";
import type { WritableRow } from "./row.ts";

/** The byte of the quotation mark. */
export const quotationMark = 0x22;

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

/**
 * The rules are those of RFC 4180, and for what it leaves out those of csv-parse with `relax_quotes`: a quotation mark
 * inside of a cell that does not begin with one is a character like others; a closing one that something else than a
 * delimiter follows makes the whole cell be read as it stands.
 */
export function createQuotedRecord(delimiter: number, row: WritableRow): QuotedRecord {
  // The cells' texts, one behind the other: at most one line's worth, and a quotation mark given back to each cell.
  const text = Buffer.allocUnsafe(limits.maxLineBytes + limits.maxColumns + 2);
  let length = 0;
  let cellStart = 0;
  let isQuoting = false;
  let firstLine = 0;

  function append(byte: number): void {
    text[length] = byte;
    length += 1;
  }

  function endCell(): void {
    row.addCell(cellStart, length);
    cellStart = length;
  }

  function giveBackOpeningMark(): void {
    text.copyWithin(cellStart + 1, cellStart, length);
    text[cellStart] = quotationMark;
    length += 1;
  }

  // Takes the byte at `at`, where the cell is inside of quotation marks; gives the number of bytes taken.
  function takeQuoted({ bytes, end }: Line, at: number): number {
    const byte = bytes[at] ?? 0;
    const next = at + 1 < end ? bytes[at + 1] : undefined;
    if (byte === quotationMark && next === quotationMark) {
      append(byte);
      return 2;
    }
    if (byte !== quotationMark) {
      append(byte);
      return 1;
    }
    isQuoting = false;
    if (next !== undefined && next !== delimiter) {
      giveBackOpeningMark();
      append(byte);
    }
    return 1;
  }

  function takeUnquoted(byte: number): void {
    if (byte === delimiter) endCell();
    else if (byte === quotationMark && length === cellStart) isQuoting = true;
    else append(byte);
  }

  function begin(line: Line): void {
    row.begin(text, line.number);
    firstLine = line.number;
    length = 0;
    cellStart = 0;
  }

  return {
    isOpen: () => isQuoting,
    add(line) {
      if (!isQuoting) begin(line);
      if (length + line.end - line.start > limits.maxLineBytes) throw unclosedQuote(firstLine);
      let at = line.start;
      while (at < line.end) {
        if (isQuoting) {
          at += takeQuoted(line, at);
        } else {
          takeUnquoted(line.bytes[at] ?? 0);
          at += 1;
        }
      }
      if (isQuoting) {
        for (let end = 0; end < line.endLength; end += 1) append(line.bytes[line.end + end] ?? 0);
        return false;
      }
      endCell();
      row.finish(line.number, line.endLength > 0);
      return true;
    },
    end() {
      if (isQuoting) throw unclosedQuote(firstLine);
    },
  };
}
