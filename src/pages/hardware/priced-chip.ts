import {
  chipKind,
  productSearchQuery,
  type ProductRecord,
  type ProductSearch,
} from "../../products/index.ts";
import { isCurrent } from "../lists/price.tsx";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";

/** A chip with the lowest current price of its cards, in USD. */
export interface PricedChip {
  slug: string;
  price: number;
}

interface PricedChipDeps {
  search: Pick<ProductSearch, "find">;
  isUnavailable: IsUnavailable;
}

/**
 * Returns the chip of a card without a current price, with the lowest current price of its cards. Returns undefined if
 * the card has a current price, if none of the hundred cheapest cards with the chip has one, for products without a
 * chip, and while the search engine is unavailable.
 */
export async function pricedChipOf(
  { search, isUnavailable }: PricedChipDeps,
  card: ProductRecord,
): Promise<PricedChip | undefined> {
  const slug = card["chip"];
  if (typeof slug !== "string" || isCurrent(card)) return undefined;
  const request = productSearchQuery.parse({ chip: slug, has_price: "true", sort_by: "price", limit: "100" });
  const found = await unlessUnavailable(search.find(chipKind, request), isUnavailable);
  const price = found?.results.find(isCurrent)?.price ?? null;
  return price === null ? undefined : { slug, price };
}
