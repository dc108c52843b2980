import { NotFoundError } from "../errors.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { nearestProduct, type NearestDeps } from "./nearest-product.ts";
import { toSearchDocument } from "./indexing/search-document.ts";
import type { ProductKind } from "../kinds/kinds.ts";
import { presentProduct, type ProductRecord } from "./presenter.ts";
import { oldPricesBefore, type PriceAgeDeps } from "./price-age.ts";
import type { ScoredByLookup } from "./scores/scored-by.ts";

/** The service that returns single products in their public representation. */
export type ProductRecords = ReturnType<typeof createProductRecords>;

interface ProductRecordsDeps extends PriceAgeDeps, NearestDeps {
  catalogue: Pick<Catalogue, "findBySlug">;
  scoredBy: Pick<ScoredByLookup, "find">;
}

/** Creates the service that returns single products, in the form in which the API and the pages show them. */
export function createProductRecords({ catalogue, scoredBy, search, ...deps }: ProductRecordsDeps) {
  /** Returns the error for an unknown slug. The error names the product with the most similar name. */
  const notFound = async (kindName: string, urlSlug: string): Promise<NotFoundError> => {
    const message = `There is no ${kindName} with the url_slug ${urlSlug}.`;
    const nearest = (await nearestProduct({ search }, kindName, urlSlug))?.url_slug;
    if (nearest === undefined) return new NotFoundError(message);
    return new NotFoundError(`${message} The most similar url_slug is ${nearest}.`, { nearest });
  };

  return {
    notFound,

    /**
     * Returns the public representation of a product of a kind.
     * @throws NotFoundError, which names the nearest slug, if the kind has no product with the slug
     */
    get: async (kind: ProductKind, urlSlug: string): Promise<ProductRecord> => {
      const found = await catalogue.findBySlug(kind.name, urlSlug);
      if (!found) throw await notFound(kind.name, urlSlug);
      const by = { scoredBy: await scoredBy.find(kind, {}), oldBefore: oldPricesBefore(deps) };
      return presentProduct(kind, toSearchDocument(kind, found, by.oldBefore), by);
    },
  };
}
