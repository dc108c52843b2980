import { factsOf, isKnown, sharedValue, type Fact } from "../../kinds/facts.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { unlessUnavailable } from "../lists/unless-unavailable.ts";
import type { HardwarePagesDeps } from "./hardware-pages-deps.ts";

/**
 * The facts that belong to a chip, not to each of its cards, by their names in the public record. The page of a chip
 * shows them where all cards agree.
 */
export const CHIP_FACTS = ["manufacturer", "chipset", "vram_gb", "memory_type", "base_clock", "tdp_w"];

/** The facts of chips, by the slugs of the chips and the names of the facts; null where the cards of a chip differ. */
export type ChipFacts = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/**
 * Returns facts of the chips of those graphics cards that do not state all of these facts themselves. There are none
 * for other products, and none while the catalogue is unavailable.
 * @param names the names of the facts that a page shows
 */
export async function chipFactsOf(
  { catalogue, isUnavailable }: Pick<HardwarePagesDeps, "catalogue" | "isUnavailable">,
  kind: ProductKind,
  products: readonly ProductRecord[],
  names: readonly string[] = CHIP_FACTS,
): Promise<ChipFacts> {
  const shown = factsOf(kind).filter(({ name }) => CHIP_FACTS.includes(name) && names.includes(name));
  const lacking = products.filter((product) => shown.some(({ name }) => !isKnown(product[name])));
  const slugs = new Set(lacking.flatMap(({ chip }) => (typeof chip === "string" ? [chip] : [])));
  if (slugs.size === 0) return new Map();
  const fields = shown.map(({ name }) => kind.record[name] ?? name);
  const cards = await unlessUnavailable(
    catalogue.findFactsComparedAs(kind.name, [...slugs], fields),
    isUnavailable,
  );
  return new Map(
    [...slugs].map((slug) => {
      const own = (cards ?? []).filter(({ compared_as }) => compared_as === slug).map((card) => card.fields);
      return [
        slug,
        Object.fromEntries(shown.map(({ name }, place) => [name, sharedValue(own, fields[place] ?? name)])),
      ];
    }),
  );
}

/** A fact with its value, as a page shows it. */
export interface ShownFact {
  fact: Fact;
  value: unknown;
  /** Whether the value is that of the chip, because the value of the card is unknown. */
  isOfChip: boolean;
}

/** Returns a fact of a product with its value: its own, or else that of its chip. */
export function shownFact(product: ProductRecord, fact: Fact, chipFacts: ChipFacts): ShownFact {
  const value = product[fact.name];
  if (isKnown(value)) return { fact, value, isOfChip: false };
  const ofChip = chipFacts.get(String(product["chip"]))?.[fact.name];
  return { fact, value: ofChip, isOfChip: isKnown(ofChip) };
}
