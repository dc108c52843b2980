import { nameKeysOf, NAME_KEYS, typedKeys } from "../indexing/name-keys.ts";
import type { SearchDocument } from "../indexing/search-document.ts";
import { shownAttributes } from "../indexing/search-settings.ts";
import type { ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { presentProduct } from "../presenter.ts";
import { quoted } from "./filters.ts";
import { toWords, type NormalisedQuery } from "../indexing/normalise.ts";
import { packingWords } from "../indexing/spelling/plain-words.ts";
import { lackingWords } from "./lacking-words.ts";
import {
  baseQuery,
  findPage,
  NO_TEXT,
  phrase,
  type FoundPage,
  type SearchScope,
  type SearchText,
} from "./search-plan.ts";

/** The maximum number of products with the typed name that a search puts before other products. */
const MAX_NAMED = 20;

function mayBeName({ naming }: ProductKind, typed: string, { words }: NormalisedQuery): boolean {
  const min = naming?.minWords;
  return min === undefined ? toWords(typed).some((word) => packingWords.has(word)) : words.length >= min;
}

/** Finds the products whose name consists of the typed words, in the order in which the search shows them. */
export async function findNamed(
  scope: SearchScope,
  typed: string,
  query: NormalisedQuery,
): Promise<SearchDocument[]> {
  const { kind, condition } = scope;
  if (!mayBeName(kind, typed, query)) return [];
  const { whole, plain } = typedKeys(kind, typed);
  const names = `${NAME_KEYS} IN [${[...whole, plain].filter(Boolean).map(quoted).join(", ")}]`;
  const { hits } = await scope.ask({
    ...baseQuery(
      { ...scope, condition: condition === undefined ? names : `(${condition}) AND ${names}` },
      NO_TEXT,
    ),
    limit: MAX_NAMED,
    attributesToRetrieve: shownAttributes(kind),
  });
  // Rank products by how their names equal the typed text: letter by letter, the same words in the same order, the
  // same words, or the same words except facts. Among equal names, the product that lacks the fewest typed facts
  // comes first.
  const typedWords = toWords(typed).join(" ");
  const placeOf = (hit: SearchDocument) => {
    const name = `${String(hit["make"])} ${String(hit["model"])}`;
    if (name.toLowerCase() === typed.trim().toLowerCase()) return 0;
    if (toWords(name).join(" ") === typedWords) return 1;
    // The type assertion is safe, because a document of the search index has the fields of its product.
    const own = nameKeysOf(kind, hit as unknown as ProductFields);
    return whole.some((one) => own.includes(one)) ? 2 : 3;
  };
  const lacking = (hit: SearchDocument) => lackingWords(kind, query, hit).length;
  return hits.toSorted((a, b) => placeOf(a) - placeOf(b) || lacking(a) - lacking(b) || a.id - b.id);
}

/**
 * Returns the found page, with the products whose name was typed before all other products. If the search found
 * products with all typed words, a product with the typed name must have all words, too.
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
  // End the text with a blank if its words are complete names of kinds, so that Meilisearch does not complete the last
  // word.
  return { q: `${words.join(" ")}${isKind ? " " : ""}`, matchingStrategy: "all" };
}

/** Returns a text that finds all products of a kind; products with the most words of a query come first. */
function everyText({ name }: ProductKind, { words }: NormalisedQuery): SearchText {
  return { q: [phrase(name), ...words].join(" "), matchingStrategy: "last" };
}
