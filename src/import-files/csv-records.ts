import type { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { UnreadableFileError } from "./unreadable-file-error.ts";

const MAX_ROW_CHARACTERS = 64 * 1024;
const MAX_SHOWN_CHARACTERS = 1000;

/**
 * Reads the rows of a CSV file (UTF-8, with or without a byte order mark) below its header, and destroys the stream at
 * the end. Every CSV import uses this reader.
 * @param columns the header that the file must have, in this order
 * @param options.needed the columns that the header must have; if given, all other columns are optional, and the
 *   columns may have any order
 * @throws UnreadableFileError if the file has another header or is not CSV; or the error of the stream
 */
export async function* readCsvRecords(
  file: Readable,
  columns: readonly string[],
  { needed }: { needed?: readonly string[] } = {},
): AsyncGenerator<CsvRecord> {
  const least = needed && needed.length > 0 ? `, at least ${needed.join(",")}` : "";
  const expected = `${columns.join(",")}${least}`;
  const refuse = (found: string): never => {
    throw new UnreadableFileError(`Expected the header ${expected}\nfound ${found}`);
  };
  const isExpected = (row: readonly string[]) =>
    needed
      ? new Set(row).size === row.length &&
        row.every((column) => columns.includes(column)) &&
        needed.every((column) => row.includes(column))
      : row.join(",") === columns.join(",");
  let header: readonly string[] | null = null;
  // The CSV parser calls onRow as soon as it has parsed a row, so that a wrong header is reported before any fault
  // further down in the file.
  const onRow = (row: string[], { lines }: { lines: number }): CsvRecord | null => {
    if (header) return toRecord(row, header, lines);
    if (!isExpected(row)) refuse(row.join(",").slice(0, MAX_SHOWN_CHARACTERS));
    header = row;
    return null;
  };
  try {
    yield* parseCsv(file, onRow);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFileError(`The file is not CSV: ${error.message}`, { cause: error });
  }
  if (!header) refuse("an empty file");
}

/** A row of a CSV file from which data are imported. */
export interface CsvRecord {
  /** The line number in the file; the header is line 1. */
  line: number;
  /** The row's texts by column name. A column that the row lacks is empty. */
  cells: Readonly<Record<string, string>>;
  /** A list with one sentence if the row has more or fewer cells than the header; else an empty list. */
  faults: readonly string[];
}

function toRecord(row: readonly string[], columns: readonly string[], line: number): CsvRecord {
  const isWhole = row.length === columns.length;
  return {
    line,
    cells: Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ""])),
    faults: isWhole ? [] : [`expected ${columns.length} columns, found ${row.length}`],
  };
}

async function* parseCsv(
  file: Readable,
  onRow: (row: string[], info: { lines: number }) => CsvRecord | null,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
    // The types of csv-parse only allow `on_record` to return a list of cells; the library itself passes on any value.
    on_record: onRow as unknown as (row: string[]) => string[],
  });
  file.once("error", (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } finally {
    file.destroy();
  }
}
