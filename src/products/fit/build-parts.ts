import type { Catalogue } from "../catalogue/catalogue.ts";
import { toPart, type Part } from "../catalogue/id-reads.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import { currentPrice, isOldPrice, oldPricesBefore, type PriceAgeDeps } from "../price-age.ts";
import { productKinds } from "../../kinds/kinds.ts";
import { misfitsOf, type Misfit } from "./misfits.ts";

/** The ids of the parts of a build, by their kinds. */
type PartIds = Readonly<Partial<Record<string, number>>>;

/**
 * The total price of those parts of a build that have a current price: a price that is not old and whose day is
 * known.
 */
interface PartsPrice {
  /** The sum of the current prices of a build's parts, in USD; null if no part has a current price. */
  total: number | null;
  currency: "USD";
  /** The number of parts of the build that have a current price. */
  known: number;
  /** The number of parts of the build, with and without a price. */
  of: number;
  /** The oldest day among the current prices of a build's parts, YYYY-MM-DD; null if no part has a current price. */
  oldest_date: string | null;
  /** The number of parts with only an old price, which `total` leaves out. */
  old: number;
}

/** A price of a product that is not old, in USD, and the day of the price, YYYY-MM-DD. */
export interface CurrentPrice {
  price: number;
  price_date: string;
}

/** The parts of a build by their kinds, the pairs of parts that do not fit each other, and the total price. */
export interface CheckedParts {
  parts: ReadonlyMap<string, Part>;
  /**
   * The slugs of a build's parts by their kinds, in the form of the search parameter `fits`. Parts that were removed
   * from the catalogue are left out.
   */
  fits: Readonly<Record<string, string>>;
  compatibility: Misfit[];
  price: PartsPrice;
  /** The current prices of the parts, by their kinds. Parts without such a price are left out. */
  prices: ReadonlyMap<string, CurrentPrice>;
  /** The short names of the parts for a line about the build: "Ryzen 5 7600X", "RTX 4070 SUPER", "32 GB". */
  hardware: string[];
}

/** The service that checks whether the parts of a build fit each other, and adds up their prices. */
export type BuildParts = ReturnType<typeof createBuildParts>;

/**
 * Creates the service that checks whether the parts of a build fit each other. The service uses the same rules as the
 * search for fitting products.
 */
export function createBuildParts(
  deps: PriceAgeDeps & { catalogue: Pick<Catalogue, "findByIds" | "findProductsOf"> },
) {
  const { catalogue } = deps;
  return {
    /**
     * Reads the parts of a build by one query. Returns the parts, the pairs that do not fit each other, and the current
     * prices with their sum. Products that were removed from the catalogue are parts, too; unknown ids are left out.
     */
    check: async (ids: PartIds): Promise<CheckedParts> => {
      const products = await catalogue.findProductsOf([ids]);
      const oldBefore = oldPricesBefore(deps);
      return {
        parts: new Map(products.map((product) => [product.kind, toPart(product)])),
        fits: Object.fromEntries(
          products.flatMap(({ kind, url_slug, removed }) => (removed ? [] : [[kind, url_slug]])),
        ) as Record<string, string>,
        compatibility: misfitsOf(products),
        price: priceOf(products, oldBefore),
        prices: pricesOf(products, ({ kind }) => kind, oldBefore),
        hardware: shortNamesOf(products),
      };
    },

    /**
     * Returns the current prices of the parts of builds by their kinds and ids, as in "cpu:17". A part without a
     * current price is left out.
     */
    currentPricesOf: async (builds: readonly PartIds[]): Promise<Map<string, CurrentPrice>> => {
      const oldBefore = oldPricesBefore(deps);
      return pricesOf(await catalogue.findProductsOf(builds), ({ _id }) => _id, oldBefore);
    },

    /**
     * Returns which parts of other kinds do not fit each of the given products, as a map whose keys are the ids of
     * the products.
     */
    checkChoices: async (
      kind: string,
      choices: readonly number[],
      parts: PartIds,
    ): Promise<Map<number, Misfit[]>> => {
      const [products, others] = await Promise.all([
        catalogue.findByIds(kind, choices),
        catalogue.findProductsOf([{ ...parts, [kind]: undefined }]),
      ]);
      const misfitsWith = (product: ProductDocument) =>
        misfitsOf([product, ...others]).filter((misfit) => misfit.parts.includes(kind));
      return new Map(products.map((product) => [product.id, misfitsWith(product)]));
    },
  };
}

/**
 * Returns the short names of products, in a fixed order of their kinds: processor, graphics card, memory,
 * motherboard.
 */
function shortNamesOf(products: readonly ProductDocument[]): string[] {
  return productKinds.flatMap(({ name, words }) => {
    const product = products.find(({ kind }) => kind === name);
    return product && words.shortNameOf ? [words.shortNameOf(product.fields)] : [];
  });
}

/** Returns the current prices of those products that have one, as a map with the keys that `keyOf` returns. */
function pricesOf<Key>(
  products: readonly ProductDocument[],
  keyOf: (product: ProductDocument) => Key,
  oldBefore: string,
): Map<Key, CurrentPrice> {
  return new Map(
    products.flatMap((product): [Key, CurrentPrice][] => {
      const price = currentPrice(product.fields, oldBefore);
      const price_date = String(product.fields["price_date"]);
      return price === null ? [] : [[keyOf(product), { price, price_date }]];
    }),
  );
}

function priceOf(products: readonly ProductDocument[], oldBefore: string): PartsPrice {
  const prices = [...pricesOf(products, ({ kind }) => kind, oldBefore).values()];
  const isOld = ({ fields: { price_usd, price_date } }: ProductDocument) =>
    typeof price_usd === "number" && isOldPrice(price_date, oldBefore) === true;
  return {
    // Compute the sum of prices in whole cents: a sum of fractions could have more than two decimals.
    total:
      prices.length === 0 ? null : prices.reduce((sum, { price }) => sum + Math.round(price * 100), 0) / 100,
    currency: "USD",
    known: prices.length,
    of: products.length,
    oldest_date: prices.map(({ price_date }) => price_date).toSorted()[0] ?? null,
    old: products.filter(isOld).length,
  };
}
