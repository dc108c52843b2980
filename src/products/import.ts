import type { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { Catalogue, ProductInput } from "./catalogue.ts";
import { columnsOf, readRow } from "./import-row.ts";
import type { ProductKind } from "./kind.ts";

const BATCH_SIZE = 500;
const MAX_ROW_CHARACTERS = 64 * 1024;
const MAX_SHOWN_CHARACTERS = 1000;

/** A row that was left out, and why. */
export interface RejectedRow {
  /** In the file; the header is line 1. */
  line: number;
  reasons: readonly string[];
}

/** What an import did: read = new + changed + unchanged + rejected. */
export interface ImportSummary {
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  rejected: number;
}

/** A file that cannot be read as the CSV form of a kind. Rows before the place were imported. */
export class UnreadableFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreadableFileError";
  }
}

interface ImportOptions {
  kind: ProductKind;
  /** Where the products come from; with their `source_id` this is their identity over all imports. */
  source: string;
  /** The bytes of a CSV file, UTF-8. Destroyed at the end. */
  file: Readable;
  catalogue: Pick<Catalogue, "save">;
  /** Reads and compares, and writes nothing. */
  isDryRun?: boolean;
  /** Told of every row that is left out, in the order of the file. */
  onRejected: (row: RejectedRow) => void;
}

interface Row {
  cells: string[];
  line: number;
}

/**
 * Imports products from our CSV form: a header with the kind's columns, then a row for each product. Rows that say nothing new
 * are not written, so that a second import of the same file changes nothing.
 * @throws UnreadableFileError where the header is another or the text is no CSV; or the error of the stream or the store
 */
export async function importProducts(options: ImportOptions): Promise<ImportSummary> {
  const { kind, source, catalogue, isDryRun = false, onRejected } = options;
  const summary: ImportSummary = { read: 0, new: 0, changed: 0, unchanged: 0, rejected: 0 };
  const lineOf = new Map<string, number>();
  let batch: ProductInput[] = [];

  const save = async () => {
    for (const outcome of await catalogue.save(kind.name, source, batch, { isDryRun })) summary[outcome] += 1;
    batch = [];
  };

  for await (const { cells, line } of rowsOf(options)) {
    summary.read += 1;
    const row = readRow(kind, cells);
    const earlier = row.faults ? undefined : lineOf.get(row.sourceId);
    if (row.faults || earlier !== undefined) {
      const reasons = row.faults ?? [`source_id: expected each once, found the one of line ${earlier}`];
      summary.rejected += 1;
      onRejected({ line, reasons });
      continue;
    }
    lineOf.set(row.sourceId, line);
    batch.push(row);
    if (batch.length === BATCH_SIZE) await save();
  }
  await save();
  return summary;
}

/** The rows below the header, which is checked. */
async function* rowsOf({ file, kind }: ImportOptions): AsyncGenerator<Row> {
  const expected = columnsOf(kind).join(",");
  const refuse = (found: string): never => {
    throw new UnreadableFileError(`Expected the header ${expected}\nfound ${found}`);
  };
  let hasHeader = false;
  // Looked at row by row as they are parsed: a wrong header is told before whatever else is wrong further down.
  const toRow = (cells: string[], { lines }: { lines: number }): Row | null => {
    if (hasHeader) return { cells, line: lines };
    if (cells.join(",") !== expected) refuse(cells.join(",").slice(0, MAX_SHOWN_CHARACTERS));
    hasHeader = true;
    return null;
  };
  try {
    yield* parseCsv(file, toRow);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFileError(`The file is not CSV: ${error.message}`, { cause: error });
  }
  if (!hasHeader) refuse("an empty file");
}

async function* parseCsv(
  file: Readable,
  toRow: (cells: string[], info: { lines: number }) => Row | null,
): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
    // The library's types have it that a record stays a list of cells; it may become anything.
    on_record: toRow as unknown as (cells: string[]) => string[],
  });
  file.once("error", (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    yield* parser as AsyncIterable<Row>;
  } finally {
    file.destroy();
  }
}
