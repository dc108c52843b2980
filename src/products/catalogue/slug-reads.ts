import type { Collection } from "mongodb";
import type { ProductDocument } from "./product-document.ts";

/** Creates the methods that stream the slugs of products, chips and models for the sitemap. */
export function createSlugReads(products: Collection<ProductDocument>) {
  return {
    /** Returns the highest id of a product of a kind, including removed products; 0 if the kind has no product. */
    highestId: async (kind: string): Promise<number> =>
      (await products.findOne({ kind }, { sort: { id: -1 }, projection: { id: 1 } }))?.id ?? 0,

    /**
     * Yields the slugs of the products of a kind with an id above `after` and not above `upTo`, without removed
     * products.
     */
    streamSlugs: async function* (
      kind: string,
      { after, upTo }: { after: number; upTo: number },
    ): AsyncGenerator<string> {
      const found = products
        .find({ kind, id: { $gt: after, $lte: upTo }, removed: false })
        .sort({ id: 1 })
        .project<Pick<ProductDocument, "url_slug">>({ url_slug: 1 });
      for await (const { url_slug } of found) yield url_slug;
    },

    /** Yields the slugs of the chips or models of a kind's products, each slug once. Removed products do not count. */
    streamCompared: async function* (kind: string): AsyncGenerator<string> {
      const found = products
        .find({ kind, compared_as: { $gt: "" }, removed: false })
        .sort({ compared_as: 1 })
        .project<Pick<ProductDocument, "compared_as">>({ compared_as: 1 });
      let last: string | undefined;
      for await (const { compared_as } of found) {
        if (compared_as !== undefined && compared_as !== last) yield compared_as;
        last = compared_as;
      }
    },
  };
}
