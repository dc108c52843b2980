import { nameKeysOf, NAME_KEYS, typedKeys, type TypedKeys } from "../indexing/name-keys.ts";
import type { SearchDocument } from "../indexing/search-document.ts";
import { shownAttributes } from "../indexing/search-settings.ts";
import type { ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { presentProduct } from "../presenter.ts";
import { quoted } from "./filters.ts";
import { toWords, type NormalisedQuery } from "../indexing/normalise.ts";
import { lackingWords } from "./lacking-words.ts";
import { baseQuery, findPage, phrase, type FoundPage, type SearchScope, type SearchText } from "./search-plan.ts";

/** The maximum number of products with one name that are put before the others. */
const MAX_NAMED = 20;

/** Finds the products whose name uses up the typed words, in the order in which they are shown. */
export async function findNamed(scope: SearchScope, typed: string, query: NormalisedQuery): Promise<SearchDocument[]> {
  if (query.words.length < 2) return [];
  const keys = typedKeys(scope.kind, typed);
  const names = `${NAME_KEYS} IN [${[...keys.whole, keys.plain].filter(Boolean).map(quoted).join(", ")}]`;
  const { condition } = scope;
  const { hits } = await scope.ask({
    ...baseQuery(
      { ...scope, condition: condition === undefined ? names : `(${condition}) AND ${names}` },
      everyText(scope.kind, query),
    ),
    limit: MAX_NAMED,
    attributesToRetrieve: shownAttributes(scope.kind),
  });
  return inOrder(scope, { hits, typed, whole: keys.whole });
}

/**
 * Puts products by how exactly their name was typed: letter by letter, then with the same words in the same order, then
 * with the same words, then with the same words except facts.
 */
function inOrder(
  { kind }: SearchScope,
  { hits, typed, whole }: { hits: readonly SearchDocument[]; typed: string } & Pick<TypedKeys, "whole">,
): SearchDocument[] {
  const typedWords = toWords(typed).join(" ");
  const placeOf = (hit: SearchDocument) => {
    const name = `${String(hit["make"])} ${String(hit["model"])}`;
    if (name.toLowerCase() === typed.trim().toLowerCase()) return 0;
    if (toWords(name).join(" ") === typedWords) return 1;
    // The cast is safe, because a document has the fields of its product.
    const own = nameKeysOf(kind, hit as unknown as ProductFields);
    const place = whole.findIndex((one) => own.includes(one));
    return 2 + (place === -1 ? whole.length : place);
  };
  return hits.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Returns the found page with the products whose name was typed before all others. If products with all typed words were
 * found, a product with the typed name must have all of them, too.
 */
export async function putNamedFirst(
  scope: SearchScope,
  query: NormalisedQuery,
  found: FoundPage,
  named: readonly SearchDocument[],
): Promise<FoundPage> {
  const { kind, request } = scope;
  const isAny = found.page.total > 0;
  const first = isAny ? named.filter((one) => lackingWords(kind, query, one).length === 0) : named;
  const [best] = first;
  if (!best || best.id === found.best?.id) return found;
  const text = isAny ? textOf(query) : everyText(kind, query);
  const ids = `id IN [${first.map(({ id }) => id).join(", ")}]`;
  const all = isAny ? found : await findPage({ ...scope, condition: ids }, text);
  if (request.sort_by !== undefined) return { ...all, best };
  const begin = (request.page - 1) * request.limit;
  const shown = first.slice(begin, begin + request.limit);
  const missing = request.limit - shown.length;
  const others =
    isAny && missing > 0
      ? await scope.ask({
          ...baseQuery({ ...scope, condition: `NOT ${ids}` }, text),
          offset: Math.max(0, begin - first.length),
          limit: missing,
          attributesToRetrieve: shownAttributes(kind),
        })
      : { hits: [] };
  const results = [...shown, ...others.hits].map((hit) => presentProduct(kind, hit, scope));
  return { page: { ...all.page, results }, best };
}

/** Returns the text that finds the products with every word of a query. */
export function textOf({ words, isKind }: NormalisedQuery): SearchText {
  // A blank at the end keeps the last word from being read as the beginning of another word.
  return { q: `${words.join(" ")}${isKind ? " " : ""}`, matchingStrategy: "all" };
}

/** Returns a text that finds all products of a kind, those with most words of a query first. */
function everyText({ name }: ProductKind, { words }: NormalisedQuery): SearchText {
  return { q: [phrase(name), ...words].join(" "), matchingStrategy: "last" };
}
