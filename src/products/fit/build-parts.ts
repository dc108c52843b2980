import { toPart, type Catalogue, type Part } from "../catalogue/catalogue.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import { currentPrice, isOldPrice, oldPricesBefore, type PriceAgeDeps } from "../price-age.ts";
import { productKinds } from "../../kinds/kinds.ts";
import { misfitsOf, type Misfit } from "./misfits.ts";

/** The ids of the parts of a build, by their kinds. */
type PartIds = Readonly<Partial<Record<string, number>>>;

/** The total price of the parts of a build that have a current price: a price of a known day that is not old. */
interface PartsPrice {
  /** The sum of the current prices of the parts, in USD; null if no part has a current price. */
  total: number | null;
  currency: "USD";
  /** How many parts of the build have a current price. */
  known: number;
  /** How many parts the build has. */
  of: number;
  /** The oldest day of the current prices, YYYY-MM-DD; null if no part has a current price. */
  oldest_date: string | null;
  /** How many parts have only an old price, which `total` leaves out. */
  old: number;
}

/** A price that is not old, in USD, and its day, YYYY-MM-DD. */
export interface CurrentPrice {
  price: number;
  price_date: string;
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
  /** The current prices of the parts, by their kinds. Parts without such a price are left out. */
  prices: ReadonlyMap<string, CurrentPrice>;
  /** The short names of the parts for a line about the build: "Ryzen 5 7600X", "RTX 4070 SUPER", "32 GB". */
  hardware: string[];
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

    /** Returns the current prices of products of a kind, by their ids. A product without such a price is left out. */
    currentPricesOf: async (kind: string, ids: readonly number[]): Promise<Map<number, CurrentPrice>> => {
      const oldBefore = oldPricesBefore(deps);
      const products = ids.length === 0 ? [] : await catalogue.findByIds(kind, ids);
      return pricesOf(products, ({ id }) => id, oldBefore);
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

/** Returns the short names of products, in the order in which people name their kinds. */
function shortNamesOf(products: readonly ProductDocument[]): string[] {
  return productKinds.flatMap(({ name, words }) => {
    const product = products.find(({ kind }) => kind === name);
    return product && words.shortNameOf ? [words.shortNameOf(product.fields)] : [];
  });
}

/** Returns the current prices of those products that have one, by their keys. */
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
    // The sum is computed in whole cents, because a sum of fractions would have further decimals.
    total:
      prices.length === 0 ? null : prices.reduce((sum, { price }) => sum + Math.round(price * 100), 0) / 100,
    currency: "USD",
    known: prices.length,
    of: products.length,
    oldest_date: prices.map(({ price_date }) => price_date).toSorted()[0] ?? null,
    old: products.filter(isOld).length,
  };
}
