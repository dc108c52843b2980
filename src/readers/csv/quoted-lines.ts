import { CsvError, parse, type InfoRecord } from "csv-parse/sync";
import { limits } from "../limits.ts";
import { message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";
import type { Dialect } from "./dialect.ts";
import type { Line } from "./line-splitter.ts";
import { createRecordRow } from "./record-row.ts";
import type { RowSink } from "./row.ts";

// The minimum size, in bytes, of a batch of lines that csv-parse parses at a time. Small batches would be slow, because
// each start of csv-parse takes as long as parsing some hundred bytes.
const BATCH_BYTES = 8 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Reads lines with quotation marks, and the lines between them, with csv-parse. The rules are those of RFC 4180 and,
 * for cases that RFC 4180 leaves open, those of csv-parse with `relax_quotes`. A quotation mark inside a cell that does
 * not begin with a quotation mark is an ordinary character. If anything but a delimiter follows a closing quotation
 * mark, the whole cell is read literally. Cells may contain line ends, and rows may differ in length. The batches
 * depend only on the lines of the file, so a file gives the same rows however it is divided into chunks.
 */
export function createQuotedLines(dialect: Dialect, sink: RowSink) {
  const row = createRecordRow(dialect);
  const held = Buffer.allocUnsafe(limits.maxOpenQuoteBytes + BATCH_BYTES + limits.maxLineBytes + 2);
  let length = 0;
  let batchEnd = BATCH_BYTES;
  let firstLine = 0;
  let irregularities = 0;

  // A row that ends inside quotation marks stays in the buffer `held`, and is read with the lines that follow.
  function read(): void {
    const bytes = held.subarray(0, length);
    let line = firstLine;
    let rowEnd = 0;
    parseRecords(bytes, dialect.delimiter, (cells, info) => {
      line += countLineFeeds(bytes, rowEnd, info.bytes);
      rowEnd = info.bytes;
      const isTerminated = bytes[rowEnd - 1] === LINE_FEED;
      row.load(cells, isTerminated ? line - 1 : line, isTerminated);
      irregularities += countIrregularities(cells, info);
      if (irregularities > limits.maxIrregularities) throw irregularRows(row.line);
      sink(row);
      return null;
    });
    const rest = skipEmptyLines(bytes, rowEnd);
    firstLine = line + countLineFeeds(bytes, rowEnd, rest);
    held.copyWithin(0, rest, length);
    length -= rest;
    batchEnd = length + BATCH_BYTES;
  }

  return {
    /**
     * Whether lines wait for csv-parse. If so, the next line of the file must also wait for csv-parse, even if it has
     * no quotation mark.
     */
    hasLines: () => length > 0,
    /**
     * Adds a line to the lines that wait for csv-parse, and reads the waiting lines once they fill a batch.
     * @throws ReaderError `too_many_columns`, `unclosed_quote`, `irregular_rows`
     */
    add({ bytes, start, end, endLength, number }: Line): void {
      if (length === 0) firstLine = number;
      length += bytes.copy(held, length, start, end + endLength);
      if (length < batchEnd) return;
      read();
      if (length > limits.maxOpenQuoteBytes) throw unclosedQuote(firstLine);
    },
    /**
     * Reads, at the end of the file, the lines that still wait for csv-parse.
     * @throws ReaderError like `add`; `unclosed_quote` where the file ends inside quotation marks
     */
    end(): void {
      if (length > 0) read();
      if (length > 0) throw unclosedQuote(firstLine);
    },
  };
}

// Parses lines with csv-parse and passes on every record, except a last record that ends inside quotation marks.
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

function countLineFeeds(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === LINE_FEED) count += 1;
  }
  return count;
}

// Returns how many irregularities a record has, because each one costs csv-parse time. For a row that differs in length
// from the first row of its batch, csv-parse builds an error object, which takes as long as parsing a hundred cells.
// For text after a closing quotation mark, it copies its whole cell buffer to insert the opening quotation mark again.
function countIrregularities(cells: readonly string[], { error }: InfoRecord): number {
  const misquoted = cells.filter((cell) => cell.startsWith('"'));
  return misquoted.length + (error === undefined ? 0 : 1);
}

// Returns the offset of the first line that has content.
function skipEmptyLines(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED)) at += 1;
  return at;
}

function unclosedQuote(line: number): ReaderError {
  const detail = message`A quotation mark opens in the row that begins on line ${line}, and no quotation mark closes the cell within ${limits.maxOpenQuoteBytes} bytes. Send the file as the capture tool wrote it, or close the quotation mark.`;
  return new ReaderError("unclosed_quote", detail, line);
}

function irregularRows(line: number): ReaderError {
  const detail = message`Too many rows with quotation marks are irregular: up to line ${line}, more than ${limits.maxIrregularities} times a row has more or fewer cells than the rows before it, or a cell continues after its closing quotation mark. Send the file as the capture tool wrote it.`;
  return new ReaderError("irregular_rows", detail, line);
}
