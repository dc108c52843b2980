import type { Readable } from "node:stream";
import { readCsvRecords } from "../../../import-files/csv-records.ts";
import type { ProductKind } from "../../../kinds/kinds.ts";
import type { SourceRow } from "../import-products.ts";
import { columnsOf } from "../import-row.ts";

/**
 * Reads products in this service's CSV format. The header names the kind's columns, in any order, with or without the
 * optional columns; each further row is one product.
 * @param file the bytes, UTF-8; destroyed at the end
 * @throws UnreadableFileError if the file has another header or is not CSV; or the error of the stream
 */
export async function* readCsvRows(kind: ProductKind, file: Readable): AsyncGenerator<SourceRow> {
  const { all, needed } = columnsOf(kind);
  for await (const { line, cells, faults } of readCsvRecords(file, all, { needed }))
    yield faults.length > 0 ? { line, faults } : { line, cells };
}
