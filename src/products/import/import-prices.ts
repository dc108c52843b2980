import type { Catalogue, PriceChange } from "../catalogue/catalogue.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import type { RejectedRow } from "./import-products.ts";
import { createPriceMatcher } from "./match-prices.ts";
import type { PriceRow } from "./sources/price-rows.ts";

/**
 * Sets the prices of a kind's products: match-prices.ts decides which price belongs to which product. Of several prices
 * for one product, the lowest is stored. A product that already has its price is not written.
 * @throws UnreadableFileError if the file of prices cannot be read (then nothing was written), or the error of the
 *   database
 */
export async function importPrices(options: ImportPricesOptions): Promise<PriceSummary> {
  const { kind, catalogue, onRejected, onProgress, priceDate, isDryRun = false } = options;
  const summary: PriceSummary = {
    read: 0,
    matched: 0,
    unmatched: 0,
    withoutPrice: 0,
    rejected: 0,
    changed: 0,
  };
  const { matcher, priced } = await readPrices(options, summary);
  const matched = new Set<PriceRow>();
  const changeFor = ({ source, source_id, fields }: ProductDocument): PriceChange[] => {
    const found = matcher.find(fields);
    if (found.length === 0) return [];
    for (const row of found) matched.add(row);
    const price_usd = Math.min(...found.map(({ price }) => price));
    if (fields["price_usd"] === price_usd && fields["price_date"] === priceDate) return [];
    return [{ key: { source, source_id }, price_usd, price_date: priceDate }];
  };
  for await (const { products, share } of catalogue.chunks(kind.name)) {
    const changes = products.flatMap(changeFor);
    summary.changed += changes.length;
    if (!isDryRun) await catalogue.setPrices(kind.name, changes);
    onProgress?.(share);
  }
  summary.matched = matched.size;
  summary.unmatched = priced.length - matched.size;
  for (const { line, title } of priced.filter((row) => !matched.has(row)))
    onRejected({ line, reasons: [`the catalogue has no ${kind.name} of this name: ${title}`] });
  return summary;
}

/**
 * Counts of the rows of an import of prices. The rows that were read are the sum of the matched, unmatched, unpriced
 * and rejected rows.
 */
interface PriceSummary {
  read: number;
  /** The number of rows that state the price of at least one product. */
  matched: number;
  unmatched: number;
  withoutPrice: number;
  rejected: number;
  /** The number of products that got a price that differs from their stored price. */
  changed: number;
}

interface ImportPricesOptions {
  kind: ProductKind;
  /** Reads the file of prices from its beginning. */
  rows: () => AsyncIterable<PriceRow>;
  catalogue: Pick<Catalogue, "chunks" | "setPrices">;
  /** The day of the imported prices, YYYY-MM-DD. */
  priceDate: string;
  isDryRun?: boolean;
  /**
   * A function that is called for every row of the price file that cannot be read, or that states a price and matches
   * no product of the catalogue.
   */
  onRejected: (row: RejectedRow) => void;
  /**
   * A function that is called after every chunk of products. @param share the finished part of the price import, from
   * 0 to 1
   */
  onProgress?: (share: number) => void;
}

/**
 * Reads the file of prices to its end. Returns a matcher that finds the rows for a product, and the rows that state a
 * price.
 */
async function readPrices({ kind, rows, onRejected }: ImportPricesOptions, summary: PriceSummary) {
  const matcher = createPriceMatcher(kind);
  const priced: PriceRow[] = [];
  for await (const row of rows()) {
    summary.read += 1;
    if (row.faults) {
      summary.rejected += 1;
      onRejected({ line: row.line, reasons: row.faults });
      continue;
    }
    matcher.add(row);
    if (row.price === null) summary.withoutPrice += 1;
    else priced.push(row);
  }
  return { matcher, priced };
}
