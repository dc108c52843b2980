import type { Collection } from "mongodb";
import type { ProductDocument } from "./product-document.ts";

/** The maximum number of products of one chip or model that one call returns. */
const MAX_COMPARED = 1000;

/**
 * Creates the methods that find products by the chip or model that stands for them in comparisons (see
 * docs/standings.md). Other methods find the products whose chip or model has changed, so that a worker ranks the
 * results of their builds again.
 */
export function createComparedState(products: Collection<ProductDocument>) {
  return {
    /**
     * Returns the slugs of the chips or models of the products with the given `_id`s, as a map whose keys are the
     * `_id`s. Removed products are included.
     */
    findComparedAs: async (ids: readonly string[]): Promise<Map<string, string>> => {
      const options = { projection: { compared_as: 1 } };
      const found = await products.find({ _id: { $in: [...ids] } }, options).toArray();
      return new Map(
        found.flatMap(({ _id, compared_as }) => (compared_as === undefined ? [] : [[_id, compared_as]])),
      );
    },

    /**
     * Returns the oldest product of a chip or model; null if there is none. Removed products count only if
     * `includeRemoved` is true.
     */
    findOldestCompared: (kind: string, comparedAs: string, { includeRemoved = false } = {}) =>
      products.findOne(
        { kind, compared_as: comparedAs, ...(!includeRemoved && { removed: false }) },
        { sort: { id: 1 } },
      ),

    /** Returns the products of a chip or model, without removed products, the oldest first. */
    findProductsComparedAs: (kind: string, comparedAs: string) =>
      products
        .find({ kind, compared_as: comparedAs, removed: false })
        .sort({ id: 1 })
        .limit(MAX_COMPARED)
        .toArray(),

    /**
     * Returns the first slug of a chip or model, in alphabetical order, that begins with a text; undefined if none
     * does. Removed products do not count.
     */
    findComparedLike: async (kind: string, beginning: string): Promise<string | undefined> => {
      const [found] = await products
        .find({ kind, compared_as: { $gte: beginning, $lt: `${beginning}~` }, removed: false })
        .sort({ compared_as: 1 })
        .limit(1)
        .toArray();
      return found?.compared_as;
    },

    /** Returns products whose chip or model has changed, and whose builds are not marked as changed yet. */
    findStandingsDue: (limit: number) => products.find({ standings_due: true }).limit(limit).toArray(),

    /**
     * Records that the builds with a product are marked as changed. Does nothing if the product itself has changed
     * since it was read.
     */
    clearStandingsDue: async ({
      _id,
      revision,
    }: Pick<ProductDocument, "_id" | "revision">): Promise<void> => {
      await products.updateOne({ _id, revision }, { $unset: { standings_due: true } });
    },
  };
}
