import { createReadStream } from "node:fs";
import type { ProductKind } from "../../../kinds/kinds.ts";
import type { SourceRow } from "../import-products.ts";
import { readCsvRows } from "./csv-rows.ts";
import { readOpenDbRows } from "./opendb-rows.ts";

/**
 * The formats from which products are imported, by the name that `import-products --format` takes. To add a source:
 * 1. Write its reader in this folder, as in opendb-rows.ts. The reader yields one row for each product, whose cells
 *    are named like the columns of this service's CSV format. A column that the source does not know is left out. The
 *    functions in src/import-files read files line by line or as CSV.
 * 2. Add the reader to this table.
 * 3. Test the reader in a file of test/products/import/.
 * Checks, ids, dry runs, removal of missing products and the usage of the script need no further code.
 */
export const productSources: ReadonlyMap<string, ProductSource> = new Map<string, ProductSource>([
  [
    "csv",
    {
      description: "our own format (default)",
      read: (kind, path) => readCsvRows(kind, createReadStream(path)),
    },
  ],
  [
    "opendb",
    {
      description: "records of BuildCores OpenDB: a folder of JSON files, or an ndjson file",
      defaultName: "opendb",
      hasTwins: true,
      read: readOpenDbRows,
    },
  ],
]);

interface ProductSource {
  /** The description of the source in the usage text of `import-products`. */
  description: string;
  /**
   * The name of the source of products if `--source` is not given. Without a default name, the source needs
   * `--source`.
   */
  defaultName?: string;
  /** Whether the source may have several records of one product. */
  hasTwins?: true;
  /** Reads the products of a kind from a file or folder, from the beginning. */
  read: (kind: ProductKind, path: string) => AsyncIterable<SourceRow>;
}
