import { findKind, productSearchQuery, type ProductSearch } from "../../products/index.ts";
import type { FindParts } from "./part-pick.tsx";

/** Maximum number of products that are offered for a typed text. */
const CHOICES = 6;
/** Maximum length of the text of a search request, in characters. */
const MAX_QUERY_CHARACTERS = 200;

/** Dependencies of the search for parts. */
export interface PartSearchDeps {
  search: ProductSearch;
}

/** Creates the search for the parts of a build, which uses the search of the catalogue. */
export function createPartSearch({ search }: PartSearchDeps): FindParts {
  return async (kindName, typed) => {
    const kind = findKind(kindName);
    if (!kind) throw new Error(`expected the catalogue to have the kind ${kindName}, found none`);
    const query = typed.slice(0, MAX_QUERY_CHARACTERS);
    const request = productSearchQuery.parse({ query, limit: String(CHOICES) });
    const { results } = await search.find(kind, request);
    return results.map(({ id, make, model }) => ({ id, make, model }));
  };
}
