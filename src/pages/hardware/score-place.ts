import {
  productSearchQuery,
  type ProductKind,
  type ProductRecord,
  type ProductSearch,
} from "../../products/index.ts";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";
import type { ComparedBy } from "./compared-by.ts";
import { scoreIn } from "./current-scores.ts";

/** The place of a product's median among the medians of all measured products of its kind; 1 is the best. */
export interface ScorePlace {
  rank: number;
  measured: number;
}

/** From this factor on, a median counts as better than another one. */
const BETTER = 1 + 1e-9;

interface PlaceDeps {
  search: Pick<ProductSearch, "find">;
  isUnavailable: IsUnavailable;
}

/**
 * Returns the place of a product in the list of its kind by performance; null if it is not measured or is the only
 * measured product, or while the search engine is unavailable. Cards with one chip share the place of the chip's median.
 * @param product the product with its stored scores, which are those of the search index
 * @param comparedBy the benchmark and variant by which the search compares products by default
 */
export async function placeOfScore(
  { search, isUnavailable }: PlaceDeps,
  kind: ProductKind,
  product: ProductRecord,
  comparedBy: ComparedBy | null,
): Promise<ScorePlace | null> {
  const score = scoreIn(product, comparedBy);
  if (!score) return null;
  const countFrom = async (lowest: number) =>
    (await search.find(kind, productSearchQuery.parse({ min_score: String(lowest), limit: "1" }))).total;
  const counts = Promise.all([countFrom(score.median * BETTER), countFrom(0)]);
  const [better = 0, measured = 0] = (await unlessUnavailable(counts, isUnavailable)) ?? [];
  // For a moment the index may have another median of the product than the catalogue.
  return measured < 2 ? null : { rank: Math.min(better + 1, measured), measured };
}
