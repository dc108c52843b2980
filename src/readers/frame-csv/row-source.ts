import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import type { Dialect } from "./dialect.ts";

/** Receives each row in turn; `line` is the line on which it ends, from 1. What it throws ends the reading. */
export type RowSink = (cells: readonly string[], line: number) => void;

/**
 * Reads rows out of UTF-8 bytes and hands each to the sink, blank lines left out. Rows may differ in length.
 * `linesBefore` is the number of lines of the file that stand before these bytes.
 */
export type RowSource = (
  bytes: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  linesBefore: number,
  sink: RowSink,
) => Promise<void>;

function unclosedQuote(line: number): ReaderError {
  const detail = `A quotation mark opens on line ${line} or soon after and never closes. Send the file as the capture tool wrote it, or close the quotation mark.`;
  return new ReaderError("unclosed_quote", detail, line);
}

function tooManyColumns(line: number, count: number): ReaderError {
  const detail = `Line ${line} has ${count} columns; at most ${limits.maxColumns} are read. Send the file as the capture tool wrote it.`;
  return new ReaderError("too_many_columns", detail, line);
}

/** The row source for every dialect, quoted cells included. Throws ReaderError; errors of the stream pass through. */
export const readRows: RowSource = async (bytes, dialect, linesBefore, sink) => {
  let nextLine = linesBefore + 1;
  const parser = parse({
    delimiter: dialect.delimiter,
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.maxLineBytes,
    // Taking each row here and giving none on keeps the parser's queue of objects empty.
    on_record(cells: string[], { lines }) {
      const line = linesBefore + lines;
      if (cells.length > limits.maxColumns) throw tooManyColumns(line, cells.length);
      sink(cells, line);
      nextLine = line + 1;
      return null;
    },
  });
  try {
    await pipeline(bytes, parser);
  } catch (error) {
    // The options leave no other fault to csv-parse than a quotation mark that is never closed.
    throw error instanceof CsvError ? unclosedQuote(nextLine) : error;
  }
};
