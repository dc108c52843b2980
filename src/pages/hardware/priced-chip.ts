import type { Chips, ProductRecord } from "../../products/index.ts";
import { isCurrent } from "../lists/price.tsx";

/** A chip with the lowest current price of its cards, in USD. */
export interface PricedChip {
  slug: string;
  price: number;
}

/**
 * Returns the chip of a card that has no current price itself; undefined if the card has one, if none of the cards with
 * the chip has one, and for products without a chip.
 */
export async function pricedChipOf(
  chips: Pick<Chips, "get">,
  card: ProductRecord,
): Promise<PricedChip | undefined> {
  const slug = card["chip"];
  if (typeof slug !== "string" || isCurrent(card)) return undefined;
  const { lowest, price_is_old } = (await chips.get(slug)).chip.price;
  return lowest === null || price_is_old !== false ? undefined : { slug, price: lowest };
}
