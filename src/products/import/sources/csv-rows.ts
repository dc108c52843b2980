import type { Readable } from "node:stream";
import { readCsvRecords } from "../../../import-files/csv-records.ts";
import type { ProductKind } from "../../../kinds/kinds.ts";
import type { SourceRow } from "../import-products.ts";
import { columnsOf } from "../import-row.ts";

/**
 * Reads products in our own CSV format: a header with the kind's columns, in any order and with or without the optional
 * ones, then one row for each product.
 * @param file the bytes, UTF-8; destroyed at the end
 * @throws UnreadableFileError if the file has another header or is not CSV; or the error of the stream
 */
export async function* readCsvRows(kind: ProductKind, file: Readable): AsyncGenerator<SourceRow> {
  const { all, needed } = columnsOf(kind);
  for await (const { line, cells, faults } of readCsvRecords(file, all, { needed }))
    yield faults.length > 0 ? { line, faults } : { line, cells };
}
