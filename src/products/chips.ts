import { NotFoundError } from "../errors.ts";
import { productKinds, type ProductKind } from "../kinds/kinds.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { toSearchDocument } from "./indexing/search-document.ts";
import { presentProduct, type ProductRecord } from "./presenter.ts";
import { oldPricesBefore, type PriceAgeDeps } from "./price-age.ts";
import type { ScoredByLookup } from "./scores/scored-by.ts";

/** The kind of product whose products are compared by their chip: graphics cards. */
export const chipKind: ProductKind = requireChipKind();

/** The service that finds the chip of a graphics card and the cards that have this chip. */
export type Chips = ReturnType<typeof createChips>;

/** A chip with its cards, in its public representation. */
export type ChipAnswer = Awaited<ReturnType<Chips["get"]>>;

interface ChipsDeps extends PriceAgeDeps {
  catalogue: Pick<Catalogue, "findCompared" | "findProductsComparedAs" | "findComparedLike">;
  scoredBy: ScoredByLookup;
}

/** Creates the service that reads chips with their cards. */
export function createChips({ catalogue, scoredBy, ...deps }: ChipsDeps) {
  const { name } = chipKind;

  /**
   * Returns the error for an unknown slug. The error names a chip whose slug has the same beginning, so that a slug
   * with another memory size leads to a chip that exists.
   */
  const notFound = async (slug: string): Promise<NotFoundError> => {
    const nearest = await catalogue.findComparedLike(name, slug.replace(/-\d+gb$/, ""));
    const advice = nearest === undefined ? "" : ` The nearest one is ${nearest}.`;
    return new NotFoundError(`No card of the catalogue has the chip ${slug}.${advice}`);
  };

  return {
    /**
     * Returns a chip with its cards, the cheapest first.
     * @throws NotFoundError, which names the nearest chip, if no card has the chip
     */
    get: async (slug: string) => {
      const [products, chip, usual] = await Promise.all([
        catalogue.findProductsComparedAs(name, slug),
        catalogue.findCompared(name, slug),
        scoredBy.find(chipKind, {}),
      ]);
      const by = { scoredBy: usual, oldBefore: oldPricesBefore(deps) };
      const cards = products
        .map((product) => presentProduct(chipKind, toSearchDocument(chipKind, product, by.oldBefore), by))
        .toSorted(byPrice);
      const [cheapest] = cards;
      if (!chip || !cheapest) throw await notFound(slug);
      // A card without `vram_gb` may have the memory size in the name of its chipset, so the memory size of the chip is
      // taken from a card with `vram_gb`, if there is one.
      const sized = cards.find((card) => card["vram_gb"] !== null) ?? cheapest;
      const known = cards.filter(({ price }) => price !== null);
      return {
        chip: {
          slug,
          title: chip.title,
          manufacturer: cheapest["manufacturer"],
          chipset: cheapest["chipset"],
          vram_gb: sized["vram_gb"],
          cards: cards.length,
          price: {
            lowest: cheapest.price,
            highest: known.at(-1)?.price ?? null,
            currency: "USD" as const,
            date: cheapest.price_date,
            known: known.length,
            of: cards.length,
          },
          scores: cards.find(({ scores }) => scores.length > 0)?.scores ?? [],
        },
        cards,
      };
    },
  };
}

/** Sorts cards by their price; cards without a price come last. */
const byPrice = (a: ProductRecord, b: ProductRecord) =>
  a.price === b.price ? a.id - b.id : (a.price ?? Infinity) - (b.price ?? Infinity);

function requireChipKind(): ProductKind {
  const found = productKinds.find(({ comparedAs }) => comparedAs?.part === "chip");
  if (!found) throw new Error("expected a kind of product that is compared as its chip");
  return found;
}
