import {
  findKind,
  productSearchQuery,
  type BuildParts,
  type CheckedParts,
  type ProductSearch,
} from "../../products/index.ts";
import type { PartIds, PartSearch } from "./part-pick.tsx";

/** Maximum number of products that are offered for a typed text. */
const CHOICES = 6;
/** Maximum length of the text of a search request, in characters. */
const MAX_QUERY_CHARACTERS = 200;

/** Dependencies of the search for parts. */
export interface PartSearchDeps {
  search: ProductSearch;
  buildParts: BuildParts;
}

/**
 * Creates the search for the parts of a build. It uses the product search, which also applies the compatibility rules.
 */
export function createPartSearch({ search, buildParts }: PartSearchDeps): PartSearch {
  const findProducts = async (kindName: string, typed: string, { fits }: CheckedParts) => {
    const kind = findKind(kindName);
    if (!kind) throw new Error(`expected the catalogue to have the kind ${kindName}, found none`);
    const query = typed.slice(0, MAX_QUERY_CHARACTERS);
    const ask = (more: Readonly<Record<string, string>>) =>
      search.find(kind, productSearchQuery.parse({ query, limit: String(CHOICES), ...more }));
    const others = Object.entries(fits).map(([name, slug]) => [`fits.${name}`, slug]);
    const [all, fitting] = await Promise.all([
      ask({}),
      ask(Object.fromEntries(others) as Record<string, string>),
    ]);
    // Leave out compatible products that only have similar names if an incompatible product has the typed name.
    const first = fitting.approximate && !all.approximate ? [] : fitting.results;
    return [...new Map([...first, ...all.results].map((product) => [product.id, product])).values()];
  };
  return {
    check: buildParts.check,
    find: async (kind, typed, chosen) => {
      const found = (await findProducts(kind, typed, chosen)).slice(0, CHOICES);
      const ids = found.map(({ id }) => id);
      const misfits = await buildParts.checkChoices(kind, ids, idsOf(chosen));
      return found.map(({ id, make, model, url_slug }) => {
        return { id, make, model, url_slug, misfits: misfits.get(id) ?? [] };
      });
    },
  };
}

function idsOf({ parts }: CheckedParts): PartIds {
  return Object.fromEntries([...parts].map(([kind, { id }]) => [kind, id]));
}
