import type { ProductKind, ProductRecord, ProductSearch } from "../../products/index.ts";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";
import type { ComparedBy } from "./compared-by.ts";
import { scoreIn } from "./current-scores.ts";

interface PlaceDeps {
  search: Pick<ProductSearch, "placeOf">;
  isUnavailable: IsUnavailable;
}

/** Returns the rank of a product's stored median; null without a median, or while the search engine is unavailable. */
export async function placeOf(
  { search, isUnavailable }: PlaceDeps,
  kind: ProductKind,
  { product, comparedBy }: { product: ProductRecord | undefined; comparedBy: ComparedBy | null },
) {
  const score = product && scoreIn(product, comparedBy);
  return score ? unlessUnavailable(search.placeOf(kind, score.median), isUnavailable) : null;
}
