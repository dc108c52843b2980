import type { Catalogue, PriceChange } from "../catalogue/catalogue.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import { fillTexts } from "../indexing/search-document.ts";
import type { ProductKind } from "../kinds/kind.ts";
import type { RejectedRow } from "./import-products.ts";
import { nameKey } from "./name-key.ts";
import { priceTexts, type PriceRow } from "./sources/price-rows.ts";

/**
 * Sets the prices of a kind's products. A price belongs to every product whose name has the same words, in any order and
 * spelling; colours and the memory generation are compared only where some price has the same ones. Of several prices for
 * one name the lowest counts. A product that already has its price is not written.
 * @throws UnreadableFileError where the file of prices cannot be read: then nothing was written; or the error of the store
 */
export async function importPrices(options: ImportPricesOptions): Promise<PriceSummary> {
  const { kind, catalogue, onRejected, onProgress, isDryRun = false } = options;
  const summary: PriceSummary = {
    read: 0,
    matched: 0,
    unmatched: 0,
    withoutPrice: 0,
    rejected: 0,
    changed: 0,
  };
  const offers = await readOffers(options, summary);
  for await (const { products, share } of catalogue.chunks(kind.name)) {
    const changes = products.flatMap((product) => changeFor(product, offers, options));
    summary.changed += changes.length;
    if (!isDryRun) await catalogue.setPrices(kind.name, changes);
    onProgress?.(share);
  }
  for (const { line, name, isMatched } of new Set([...offers.values()].flat())) {
    summary[isMatched ? "matched" : "unmatched"] += 1;
    if (!isMatched)
      onRejected({ line, reasons: [`the catalogue has no ${kind.name} of this name: ${name}`] });
  }
  return summary;
}

/** Counts of an import of prices: read = matched + unmatched + withoutPrice + rejected. */
interface PriceSummary {
  read: number;
  /** Rows that are the price of at least one product. */
  matched: number;
  unmatched: number;
  withoutPrice: number;
  rejected: number;
  /** Products that got another price. */
  changed: number;
}

interface ImportPricesOptions {
  kind: ProductKind;
  /** Reads the prices from their beginning. */
  rows: () => AsyncIterable<PriceRow>;
  catalogue: Pick<Catalogue, "chunks" | "setPrices">;
  /** The day of the prices, YYYY-MM-DD. */
  priceDate: string;
  isDryRun?: boolean;
  /** Called for every row that cannot be read or whose name no product of the catalogue has. */
  onRejected: (row: RejectedRow) => void;
  /** Called after every chunk of products. @param share how much is done, from 0 to 1 */
  onProgress?: (share: number) => void;
}

/** A price of the file, and whether any product has its name. */
interface Offer {
  line: number;
  name: string;
  price: number;
  isMatched: boolean;
}

async function readOffers(
  { rows, onRejected }: ImportPricesOptions,
  summary: PriceSummary,
): Promise<ReadonlyMap<string, Offer[]>> {
  const offers = new Map<string, Offer[]>();
  for await (const { line, name, price, faults } of rows()) {
    summary.read += 1;
    if (faults) {
      summary.rejected += 1;
      onRejected({ line, reasons: faults });
    } else if (price === null) summary.withoutPrice += 1;
    else {
      const offer = { line, name, price, isMatched: false };
      // Each offer is listed under its fine and its coarse key, but only once where the two keys are equal.
      for (const key of new Set([nameKey(name), nameKey(name, { isCoarse: true })]))
        offers.set(key, [...(offers.get(key) ?? []), offer]);
    }
  }
  return offers;
}

function changeFor(
  { source, source_id, fields }: ProductDocument,
  offers: ReadonlyMap<string, Offer[]>,
  { kind, priceDate }: ImportPricesOptions,
): PriceChange[] {
  const name = `${fields.make} ${fields.model} ${fillTexts(priceTexts(kind), fields)}`;
  const found = offers.get(nameKey(name)) ?? offers.get(nameKey(name, { isCoarse: true })) ?? [];
  if (found.length === 0) return [];
  for (const offer of found) offer.isMatched = true;
  const price_usd = Math.min(...found.map(({ price }) => price));
  if (fields["price_usd"] === price_usd && fields["price_date"] === priceDate) return [];
  return [{ key: { source, source_id }, price_usd, price_date: priceDate }];
}
