import type { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { UnreadableFileError } from "./unreadable-file-error.ts";

const MAX_ROW_CHARACTERS = 64 * 1024;
const MAX_SHOWN_CHARACTERS = 1000;

/** A row of a CSV file. */
export interface CsvRecord {
  cells: string[];
  /** The header is line 1. */
  line: number;
}

/**
 * The rows of a CSV file (UTF-8, with or without a byte order mark) below its header. The stream is destroyed at the end.
 * @throws UnreadableFileError where the header is another or the text is no CSV
 */
export async function* readCsvRecords(file: Readable, columns: readonly string[]): AsyncGenerator<CsvRecord> {
  const expected = columns.join(",");
  const refuse = (found: string): never => {
    throw new UnreadableFileError(`Expected the header ${expected}\nfound ${found}`);
  };
  let hasHeader = false;
  // Looked at row by row as they are parsed: a wrong header is told before whatever else is wrong further down.
  const toRecord = (cells: string[], { lines }: { lines: number }): CsvRecord | null => {
    if (hasHeader) return { cells, line: lines };
    if (cells.join(",") !== expected) refuse(cells.join(",").slice(0, MAX_SHOWN_CHARACTERS));
    hasHeader = true;
    return null;
  };
  try {
    yield* parseCsv(file, toRecord);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFileError(`The file is not CSV: ${error.message}`, { cause: error });
  }
  if (!hasHeader) refuse("an empty file");
}

async function* parseCsv(
  file: Readable,
  toRecord: (cells: string[], info: { lines: number }) => CsvRecord | null,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
    // The library's types have it that a record stays a list of cells; it may become anything.
    on_record: toRecord as unknown as (cells: string[]) => string[],
  });
  file.once("error", (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } finally {
    file.destroy();
  }
}
