import type { Readable } from "node:stream";
import type { SourceRow } from "../import-products.ts";
import { columnsOf } from "../import-row.ts";
import type { ProductKind } from "../../kinds/kind.ts";
import { readCsvRecords } from "../../../import-files/csv-records.ts";

/**
 * The rows of our own CSV form: a header with the kind's columns, then a row for each product.
 * @param file the bytes, UTF-8; destroyed at the end
 * @throws UnreadableFileError where the header is another or the text is no CSV
 */
export async function* readCsvRows(kind: ProductKind, file: Readable): AsyncGenerator<SourceRow> {
  const columns = columnsOf(kind);
  for await (const { cells, line } of readCsvRecords(file, columns)) {
    if (cells.length === columns.length) {
      yield { line, cells: Object.fromEntries(columns.map((name, index) => [name, cells[index]])) };
    } else yield { line, faults: [`expected ${columns.length} columns, found ${cells.length}`] };
  }
}
