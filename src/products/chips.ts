import { NotFoundError } from "../errors.ts";
import { productKinds, type ProductKind } from "../kinds/kinds.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { toSearchDocument } from "./indexing/search-document.ts";
import { nearestProduct, type NearestDeps } from "./nearest-product.ts";
import { presentProduct, type ProductRecord } from "./presenter.ts";
import { oldPricesBefore, type PriceAgeDeps } from "./price-age.ts";
import type { ScoredByLookup } from "./scores/scored-by.ts";

/** The kind of product whose products are compared by their chip: graphics cards. */
export const chipKind: ProductKind = requireChipKind();

/** The service that finds the chip of a graphics card and the cards that have this chip. */
export type Chips = ReturnType<typeof createChips>;

/** A graphics chip with the graphics cards that have it, in the form in which the API and the pages show them. */
export type ChipAnswer = Awaited<ReturnType<Chips["get"]>>;

interface ChipsDeps extends PriceAgeDeps, NearestDeps {
  catalogue: Pick<Catalogue, "findCompared" | "findProductsComparedAs" | "findComparedLike">;
  scoredBy: Pick<ScoredByLookup, "find">;
}

/** Creates the service that reads graphics chips with the graphics cards that have them. */
export function createChips({ catalogue, scoredBy, search, ...deps }: ChipsDeps) {
  const { name } = chipKind;
  const notFound = (slug: string) => chipNotFound({ catalogue, search }, slug);

  return {
    notFound,

    /**
     * Returns a graphics chip with its cards. Cards with a current price come first, then cards with an old price, each
     * group with the cheapest card first. The prices of the chip are old prices only if no card has a current price.
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
      // Take the memory size of the chip from a card with `vram_gb`, if there is one: a card without `vram_gb` may
      // have the memory size only in the name of its chipset.
      const sized = cards.find((card) => card["vram_gb"] !== null) ?? cheapest;
      const known = cards.filter(({ price }) => price !== null);
      const dearest = known.findLast((card) => precedenceOf(card) === precedenceOf(cheapest));
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
            highest: dearest?.price ?? null,
            currency: "USD" as const,
            date: cheapest.price_date,
            highest_date: dearest?.price_date ?? null,
            price_is_old: cheapest.price_is_old,
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

/**
 * Returns the error for an unknown slug of a chip. The error names the same chip with another memory size or, if
 * there is none, the chip of the card with the most similar name.
 */
async function chipNotFound(
  { catalogue, search }: Pick<ChipsDeps, "catalogue" | "search">,
  slug: string,
): Promise<NotFoundError> {
  const { name } = chipKind;
  const beginning = slug.replace(/-\d+gb$/, "");
  const message = `No graphics card has the chip ${slug}.`;
  if (beginning === "") return new NotFoundError(message);
  const otherSize = await catalogue.findComparedLike(name, beginning);
  const nearest = otherSize ?? (await nearestProduct({ search }, name, slug))?.["chip"];
  // Name no chip that equals the unknown one: the search index may still have cards that the catalogue has removed.
  if (typeof nearest !== "string" || nearest === slug) return new NotFoundError(message);
  return new NotFoundError(`${message} The most similar chip is ${nearest}.`, { nearest });
}

/**
 * Returns 0 for a graphics card with a current price, 1 for a card with an old price, and 2 for a card without a
 * price.
 */
const precedenceOf = ({ price, price_is_old }: ProductRecord) =>
  price === null ? 2 : Number(price_is_old === true);

/**
 * Sorts graphics cards: first the cards with a current price, then cards with an old price, then cards without a price,
 * each group by price.
 */
const byPrice = (a: ProductRecord, b: ProductRecord) =>
  precedenceOf(a) - precedenceOf(b) || (a.price ?? 0) - (b.price ?? 0) || a.id - b.id;

function requireChipKind(): ProductKind {
  const found = productKinds.find(({ comparedAs }) => comparedAs?.part === "chip");
  if (!found) throw new Error("expected a kind of product that is compared as its chip");
  return found;
}
