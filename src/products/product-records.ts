import { NotFoundError } from "../errors.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { toSearchDocument } from "./indexing/search-document.ts";
import type { ProductKind } from "../kinds/kinds.ts";
import { presentProduct, type ProductRecord } from "./presenter.ts";
import type { ScoredByLookup } from "./scores/scored-by.ts";

/** The public representations of single products. */
export type ProductRecords = ReturnType<typeof createProductRecords>;

interface ProductRecordsDeps {
  catalogue: Pick<Catalogue, "findBySlug">;
  scoredBy: ScoredByLookup;
}

/** Creates the reader of single products, as the API and the pages show them. */
export function createProductRecords({ catalogue, scoredBy }: ProductRecordsDeps) {
  return {
    /**
     * Returns the public representation of a product of a kind.
     * @throws NotFoundError where the kind has no product with the slug
     */
    get: async (kind: ProductKind, urlSlug: string): Promise<ProductRecord> => {
      const found = await catalogue.findBySlug(kind.name, urlSlug);
      if (!found) throw new NotFoundError(`The catalogue has no ${kind.name} with the url_slug ${urlSlug}.`);
      const usual = await scoredBy.find(kind, {});
      return presentProduct(kind, toSearchDocument(kind, found), usual);
    },
  };
}
