import { isKnown, sharedValue } from "../../kinds/facts.ts";
import { chipKind, type Catalogue, type ChipAnswer, type ProductRecord } from "../../products/index.ts";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";

/** The facts that belong to a chip, not to each of its cards. */
const CHIP_FACTS = ["manufacturer", "chipset", "vram_gb", "memory_type", "base_clock", "tdp_w"];

/** Facts of a chip, by the names of these facts in the record of a graphics card. */
export type ChipFacts = Readonly<Record<string, unknown>>;

/**
 * Returns the facts of a chip: each fact has the value of all cards that state it; null if the cards differ or none
 * states it.
 */
export const chipFactsOf = (cards: ChipAnswer["cards"]): ChipFacts =>
  Object.fromEntries(CHIP_FACTS.map((name) => [name, sharedValue(cards, name)]));

/**
 * Returns those facts of a card's chip that are unknown for the card itself, and in which the other cards with the chip
 * agree. Returns no facts for a product without a chip, and none while the catalogue is unavailable.
 */
export async function chipFactsMissingOf(
  { catalogue, isUnavailable }: MissingFactsDeps,
  card: ProductRecord,
): Promise<ChipFacts> {
  const slug = card["chip"];
  const missing = CHIP_FACTS.filter((name) => !isKnown(card[name]));
  if (typeof slug !== "string" || missing.length === 0) return {};
  const stored = await unlessUnavailable(
    catalogue.findProductsComparedAs(chipKind.name, slug),
    isUnavailable,
  );
  const fields: Readonly<Record<string, string>> = chipKind.record;
  const cards = (stored ?? []).map((product): ChipFacts =>
    Object.fromEntries(missing.map((name) => [name, product.fields[fields[name] ?? name]])),
  );
  const shared = missing.map((name) => [name, sharedValue(cards, name)] as const);
  return Object.fromEntries(shared.filter(([, value]) => isKnown(value)));
}

interface MissingFactsDeps {
  catalogue: Pick<Catalogue, "findProductsComparedAs">;
  isUnavailable: IsUnavailable;
}
