import type { Catalogue } from "../catalogue/catalogue.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import { checkFit } from "../fit/check-fit.ts";
import { toSearchDocument } from "../indexing/search-document.ts";
import { findKind } from "../../kinds/kinds.ts";
import { presentProduct, type ProductRecord } from "../presenter.ts";
import { currentPrice, oldPricesBefore, type PriceAgeDeps } from "../price-age.ts";
import type { ScoredBy, ScoredByLookup } from "./scored-by.ts";

/** A product that may fit a build, and that has a median score in a benchmark and variant. */
export interface MeasuredPart {
  id: number;
  /** The slug of the chip or model that stands for the product in comparisons. */
  comparedAs: string;
  /** The price of the product in USD, which may be old; null if the price is unknown. */
  price: number | null;
  /** The price of the product that counts in comparisons, in USD; null if the price is unknown or old. */
  currentPrice: number | null;
  /** The day of the product's price, YYYY-MM-DD; null if the day is unknown. */
  priceDate: string | null;
  /** True if the product fits the build; null if the service does not know whether it fits. */
  fits: true | null;
}

/** The ids of the parts of a build by their kinds. */
type PartIds = Readonly<Partial<Record<string, number>>>;

/** The service that finds products that have a median score and could be parts of a build. */
export type MeasuredParts = ReturnType<typeof createMeasuredParts>;

/** Creates the search for products that have a median score and could be parts of a build. */
export function createMeasuredParts({ catalogue, scoredBy, ...deps }: MeasuredPartsDeps) {
  return {
    /**
     * Returns the benchmark and variant by which products of a kind are compared: those that the request names, or by
     * default the benchmark `usualBenchmark` of the kind and its variant with the most builds.
     * @throws InvalidInputError if a named benchmark or variant does not exist, or if its scores do not depend on
     *   products of the kind
     */
    comparedBy: async (
      kindName: string,
      request: { benchmark_id?: number | undefined; variant?: string | undefined },
    ): Promise<ScoredBy> => {
      const found = await scoredBy.find(kindOf(kindName), { ...request, sort_by: "performance" });
      if (!found) throw new Error("expected a benchmark for a search by performance, found none");
      return found;
    },

    /**
     * Returns the products of a kind with a median score that fit the other parts of a build, by the rules of
     * `fit/fit-rules.ts`, in the order of their ids. Products are included if it is unknown whether they fit.
     */
    fitting: async (kindName: string, scored: ScoredBy, parts: PartIds): Promise<MeasuredPart[]> => {
      if (scored.category === null) return [];
      const oldBefore = oldPricesBefore(deps);
      const [products, others] = await Promise.all([
        catalogue.findMeasured(kindName, scored.category),
        catalogue.findProductsOf([parts]),
      ]);
      return products
        .toSorted((a, b) => a.id - b.id)
        .flatMap((product) => {
          const fits = checkFit(kindName, product.fields, others);
          return fits === false ? [] : [measuredPart(product, fits, oldBefore)];
        });
    },

    /** Returns products in the form in which a search shows them, by their ids. */
    recordsOf: async (
      kindName: string,
      scored: ScoredBy,
      ids: readonly number[],
    ): Promise<Map<number, ProductRecord>> => {
      const kind = kindOf(kindName);
      const by = { scoredBy: scored, oldBefore: oldPricesBefore(deps) };
      const products = await catalogue.findByIds(kindName, ids);
      return new Map(
        products.map((product) => [
          product.id,
          presentProduct(kind, toSearchDocument(kind, product, by.oldBefore), by),
        ]),
      );
    },
  };
}

function measuredPart(
  { id, compared_as: comparedAs = "", fields }: Pick<ProductDocument, "id" | "compared_as" | "fields">,
  fits: true | null,
  oldBefore: string,
): MeasuredPart {
  const { price_usd: price, price_date: priceDate } = fields;
  return {
    id,
    comparedAs,
    price: typeof price === "number" ? price : null,
    currentPrice: currentPrice(fields, oldBefore),
    priceDate: typeof priceDate === "string" ? priceDate : null,
    fits,
  };
}

interface MeasuredPartsDeps extends PriceAgeDeps {
  catalogue: Pick<Catalogue, "findMeasured" | "findByIds" | "findProductsOf">;
  scoredBy: Pick<ScoredByLookup, "find">;
}

function kindOf(name: string) {
  const kind = findKind(name);
  if (!kind) throw new Error(`no kind of product is called ${name}`);
  return kind;
}
