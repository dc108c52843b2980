import type { Collection } from "mongodb";
import type { ProductDocument } from "./product-document.ts";

/** The maximum number of products of one chip or model that one call returns. */
const MAX_COMPARED = 1000;

/**
 * Creates the methods that find products by their compared part, and the methods that find the products whose compared
 * part has changed, so that the standings of builds are updated. The compared part of a product is the chip or model
 * under which its results are grouped (see docs/standings.md).
 */
export function createComparedState(products: Collection<ProductDocument>) {
  return {
    /**
     * Returns the slugs of the compared parts of the products with the given `_id`s, tombstones (records of removed
     * products) included: a map whose keys are the `_id`s.
     */
    findComparedAs: async (ids: readonly string[]): Promise<Map<string, string>> => {
      const options = { projection: { compared_as: 1 } };
      const found = await products.find({ _id: { $in: [...ids] } }, options).toArray();
      return new Map(
        found.flatMap(({ _id, compared_as }) => (compared_as === undefined ? [] : [[_id, compared_as]])),
      );
    },

    /**
     * Returns the oldest product whose compared part is the given chip or model, without tombstones unless
     * `includeRemoved` is true; null if there is none.
     */
    findOldestCompared: (kind: string, comparedAs: string, { includeRemoved = false } = {}) =>
      products.findOne(
        { kind, compared_as: comparedAs, ...(!includeRemoved && { removed: false }) },
        { sort: { id: 1 } },
      ),

    /** Returns the products whose compared part is the given chip or model, without tombstones, the oldest first. */
    findProductsComparedAs: (kind: string, comparedAs: string) =>
      products
        .find({ kind, compared_as: comparedAs, removed: false })
        .sort({ id: 1 })
        .limit(MAX_COMPARED)
        .toArray(),

    /** Returns the first slug of a compared part that begins with a text, without tombstones; undefined if none. */
    findComparedLike: async (kind: string, beginning: string): Promise<string | undefined> => {
      const [found] = await products
        .find({ kind, compared_as: { $gte: beginning, $lt: `${beginning}~` }, removed: false })
        .sort({ compared_as: 1 })
        .limit(1)
        .toArray();
      return found?.compared_as;
    },

    /** Returns products whose compared part has changed, and whose builds are not marked as changed yet. */
    findStandingsDue: (limit: number) => products.find({ standings_due: true }).limit(limit).toArray(),

    /**
     * Records that the builds with a product are marked as changed, unless the product itself has changed since it was
     * read.
     */
    clearStandingsDue: async ({
      _id,
      revision,
    }: Pick<ProductDocument, "_id" | "revision">): Promise<void> => {
      await products.updateOne({ _id, revision }, { $unset: { standings_due: true } });
    },
  };
}
