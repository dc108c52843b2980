import { findKind, productSearchQuery, type ProductSearch } from "../../products/index.ts";
import type { FindParts } from "./part-pick.tsx";

/** How many products are offered for what somebody has typed. */
const CHOICES = 6;
/** A search request has so many characters at most. */
const MAX_QUERY_CHARACTERS = 200;

/** What the search of parts needs. */
export interface PartSearchDeps {
  search: ProductSearch;
}

/** Creates the search of the parts of a build, which is the search of the catalogue. */
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
