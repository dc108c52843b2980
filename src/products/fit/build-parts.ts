import { toPart, type Catalogue, type Part } from "../catalogue/catalogue.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import { isOldPrice, oldPricesBefore, type PriceAgeDeps } from "../price-age.ts";
import { misfitsOf, type Misfit } from "./misfits.ts";

/** The ids of the parts of a build, by their kinds. */
type PartIds = Readonly<Partial<Record<string, number>>>;

/** The total price of the parts of a build. */
interface PartsPrice {
  /** The sum of the known prices of the parts, in USD; null if no price is known. */
  total: number | null;
  currency: "USD";
  /** How many parts of the build have a known price. */
  known: number;
  /** How many parts the build has. */
  of: number;
  /** The oldest day of the known prices, YYYY-MM-DD; null if no day is known. */
  oldest_date: string | null;
  /** How many of the known prices are old. */
  old: number;
}

/** The parts of a build by their kinds, which of them do not fit each other, and what they cost. */
export interface CheckedParts {
  parts: ReadonlyMap<string, Part>;
  /**
   * The slugs of the parts by their kinds, as a search takes them in `fits`. Parts that were removed from the catalogue
   * are left out.
   */
  fits: Readonly<Record<string, string>>;
  compatibility: Misfit[];
  price: PartsPrice;
}

/** The service that checks whether the parts of a build fit each other, and adds up their prices. */
export type BuildParts = ReturnType<typeof createBuildParts>;

/** Creates the check of the parts of builds, which compares them by the rules of a search. */
export function createBuildParts(deps: PriceAgeDeps & { catalogue: Pick<Catalogue, "findByIds"> }) {
  const { catalogue } = deps;
  const read = async (ids: PartIds): Promise<ProductDocument[]> => {
    const found = Object.entries(ids).map(async ([kind, id]) =>
      id === undefined ? [] : catalogue.findByIds(kind, [id]),
    );
    return (await Promise.all(found)).flat();
  };
  return {
    /**
     * Reads each part once, and returns the parts, the pairs that do not fit each other, and the price of the parts at
     * that moment. Products that were removed from the catalogue are parts, too; unknown ids are left out.
     */
    check: async (ids: PartIds): Promise<CheckedParts> => {
      const products = await read(ids);
      return {
        parts: new Map(products.map((product) => [product.kind, toPart(product)])),
        fits: Object.fromEntries(
          products.flatMap(({ kind, url_slug, removed }) => (removed ? [] : [[kind, url_slug]])),
        ) as Record<string, string>,
        compatibility: misfitsOf(products),
        price: priceOf(products, oldPricesBefore(deps)),
      };
    },

    /**
     * Returns the misfits between each of the given products of a kind and the parts of other kinds, as a map whose
     * keys are the ids of the products.
     */
    checkChoices: async (
      kind: string,
      choices: readonly number[],
      parts: PartIds,
    ): Promise<Map<number, Misfit[]>> => {
      const [products, others] = await Promise.all([
        catalogue.findByIds(kind, choices),
        read({ ...parts, [kind]: undefined }),
      ]);
      const misfitsWith = (product: ProductDocument) =>
        misfitsOf([product, ...others]).filter((misfit) => misfit.parts.includes(kind));
      return new Map(products.map((product) => [product.id, misfitsWith(product)]));
    },
  };
}

function priceOf(products: readonly ProductDocument[], oldBefore: string): PartsPrice {
  const priced = products.filter(({ fields }) => typeof fields["price_usd"] === "number");
  // The sum is computed in whole cents, because a sum of fractions would have further decimals.
  const cents = priced.reduce((sum, { fields }) => sum + Math.round(Number(fields["price_usd"]) * 100), 0);
  const days = priced.flatMap(({ fields: { price_date: day } }) => (typeof day === "string" ? day : []));
  return {
    total: priced.length === 0 ? null : cents / 100,
    currency: "USD",
    known: priced.length,
    of: products.length,
    oldest_date: days.toSorted()[0] ?? null,
    old: days.filter((day) => isOldPrice(day, oldBefore) === true).length,
  };
}
