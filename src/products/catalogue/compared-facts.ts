import type { Collection } from "mongodb";
import type { ProductDocument } from "./product-document.ts";

/** The maximum number of products that one call reads. */
const MAX_READ = 2000;

/** Creates the method that reads some facts of the products of chips or models. */
export function createComparedFacts(products: Collection<ProductDocument>) {
  return {
    /**
     * Returns the values of some fields of the present products that are compared as one of the given chips or models,
     * of at most MAX_READ products.
     */
    findFactsComparedAs: (kind: string, slugs: readonly string[], fields: readonly string[]) => {
      const paths = ["compared_as", ...fields.map((field) => `fields.${field}`)];
      return products
        .find({ kind, compared_as: { $in: [...slugs] }, removed: false })
        .project<Pick<ProductDocument, "compared_as" | "fields">>(
          Object.fromEntries(paths.map((path) => [path, 1])),
        )
        .limit(MAX_READ)
        .toArray();
    },
  };
}
