import { CsvError, parse, type InfoRecord } from "csv-parse/sync";
import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import type { Dialect } from "./dialect.ts";
import type { Line } from "./line-splitter.ts";
import { createRecordRow } from "./record-row.ts";
import type { RowSink } from "./row.ts";

/** Reads lines with quotation marks, and lines between them, by csv-parse. */
export interface QuotedLines {
  /** Whether lines are held that are not read yet. The line that follows them is then to be added, whatever it holds. */
  hasLines(): boolean;
  /** Adds a line, and reads those that are held when they are enough. Throws ReaderError. */
  add(line: Line): void;
  /** Reads the lines that are held. Throws ReaderError `unclosed_quote` where they end inside of quotation marks. */
  end(): void;
}

// To start csv-parse costs as much as to read some hundred bytes.
const batchBytes = 8 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function unclosedQuote(line: number): ReaderError {
  const detail = `A quotation mark opens in the row that begins on line ${line}, and closes nowhere near. Send the file as the capture tool wrote it, or close the quotation mark.`;
  return new ReaderError("unclosed_quote", detail, line);
}

function irregularRows(line: number): ReaderError {
  const detail = `The rows with quotation marks are irregular: up to line ${line}, more than ${limits.maxIrregularities} times a row has more or fewer cells than the rows before it, or a cell goes on behind its closing quotation mark. Send the file as the capture tool wrote it.`;
  return new ReaderError("irregular_rows", detail, line);
}

// csv-parse makes an error of each row that differs in length from the first of its batch, which takes it as long as a
// hundred cells. Where text follows a closing quotation mark, it copies all the space that a cell has needed so far, to
// give the cell its opening mark back.
function countIrregularities(cells: readonly string[], { error }: InfoRecord): number {
  const misquoted = cells.filter((cell) => cell.startsWith('"'));
  return misquoted.length + (error === undefined ? 0 : 1);
}

function countLineFeeds(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === lineFeed) count += 1;
  }
  return count;
}

// Where the first line from `start` on begins that is not empty.
function skipEmptyLines(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed)) at += 1;
  return at;
}

// Hands on each record but a last one that ends inside of quotation marks.
function parseRecords(
  bytes: Buffer,
  delimiter: string,
  onRecord: (cells: string[], info: InfoRecord) => null,
): void {
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      encoding: "latin1",
      on_record: onRecord,
    });
  } catch (error) {
    if (!(error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED")) throw error;
  }
}

/**
 * The rules are those of RFC 4180, and for what it leaves open those of csv-parse with `relax_quotes`: a quotation mark
 * inside of a cell that does not begin with one is a character like others; a closing one that something else than a
 * delimiter follows makes the whole cell be read as it stands. Cells may hold line ends, and rows may differ in length.
 * Lines are read in batches that depend on nothing but the lines: a file gives the same rows however it is cut.
 */
export function createQuotedLines(dialect: Dialect, sink: RowSink): QuotedLines {
  const row = createRecordRow(dialect);
  const held = Buffer.allocUnsafe(limits.maxOpenQuoteBytes + batchBytes + limits.maxLineBytes + 2);
  let length = 0;
  let enoughBytes = batchBytes;
  let firstLine = 0;
  let irregularities = 0;

  // Leaves the beginning of a row that ends inside of quotation marks, if there is one.
  function read(): void {
    const bytes = held.subarray(0, length);
    let line = firstLine;
    let rowEnd = 0;
    parseRecords(bytes, dialect.delimiter, (cells, info) => {
      line += countLineFeeds(bytes, rowEnd, info.bytes);
      rowEnd = info.bytes;
      const isTerminated = bytes[rowEnd - 1] === lineFeed;
      row.take(cells, isTerminated ? line - 1 : line, isTerminated);
      irregularities += countIrregularities(cells, info);
      if (irregularities > limits.maxIrregularities) throw irregularRows(row.line);
      sink(row);
      return null;
    });
    const rest = skipEmptyLines(bytes, rowEnd);
    firstLine = line + countLineFeeds(bytes, rowEnd, rest);
    held.copyWithin(0, rest, length);
    length -= rest;
    enoughBytes = length + batchBytes;
  }

  return {
    hasLines: () => length > 0,
    add({ bytes, start, end, endLength, number }) {
      if (length === 0) firstLine = number;
      length += bytes.copy(held, length, start, end + endLength);
      if (length < enoughBytes) return;
      read();
      if (length > limits.maxOpenQuoteBytes) throw unclosedQuote(firstLine);
    },
    end() {
      if (length > 0) read();
      if (length > 0) throw unclosedQuote(firstLine);
    },
  };
}
