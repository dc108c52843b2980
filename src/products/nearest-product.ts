import { findKind } from "../kinds/kinds.ts";
import type { ProductRecord } from "./presenter.ts";
import { productSearchBody } from "./schemas.ts";
import type { ProductSearch } from "./search/search.ts";

/** The services by which nearestProduct finds the product with the most similar name. */
export interface NearestDeps {
  search: Pick<ProductSearch, "find">;
}

/** The maximum length of the text of a search, in characters. */
const MAX_CHARACTERS = 200;

/**
 * Returns the product whose name is most similar to an unknown slug, for the error message; undefined if no product has
 * a similar name, or if the search is unavailable.
 */
export async function nearestProduct(
  { search }: NearestDeps,
  kindName: string,
  slug: string,
): Promise<ProductRecord | undefined> {
  const kind = findKind(kindName);
  const query = slug.slice(0, MAX_CHARACTERS).replaceAll("-", " ");
  try {
    return (
      kind && (await search.find(kind, productSearchBody.parse({ page: 1, limit: 1, query }))).results[0]
    );
  } catch {
    return undefined;
  }
}
