import type { ProductPage, SearchScope } from "../search-plan.ts";
import { hasOnlyUnknownWords, ignoredWords } from "./ignored-words.ts";
import type { UnderstoodQuery } from "./understand-query.ts";

/** The page of a search, and the words of the text that the page's best product lacks. */
interface Match {
  page: ProductPage;
  /** The typed words that the best product lacks; null if the page is empty or has only products with similar names. */
  lacking: readonly string[] | null;
}

/**
 * Finds the page of a search in whose text some words mean filters, and adds to the page which words were read as
 * filters and which were ignored. The remaining words may be unknown to all products of the kind, as in "gaming cpu
 * under 300". The page then lists the products that pass the filters, marked as approximate, because the words may be
 * the name of an unknown product.
 * @param find finds the page of a search for the remaining words
 */
export async function findUnderstood<M extends Match>(
  scope: SearchScope,
  { query, rest, understood, unusable }: UnderstoodQuery,
  find: (scope: SearchScope) => Promise<M>,
): Promise<M> {
  const found = await find(scope);
  if (query === undefined) return found;
  const isUnknown =
    found.page.total === 0 &&
    understood.length + unusable.length > 0 &&
    (await hasOnlyUnknownWords(scope, rest));
  const match = isUnknown ? await findAll(scope, find) : found;
  const ignored_words = [...unusable, ...ignoredWords(scope, rest, match)];
  const page = {
    ...match.page,
    ...(understood.length > 0 && { understood }),
    ...(ignored_words.length > 0 && { ignored_words }),
  };
  return { ...match, page };
}

/**
 * Finds all products of a kind that pass the filters of a search. Searches for the name of the kind, which every
 * product has, so that the products that match this name best come first.
 */
async function findAll<M extends Match>(
  scope: SearchScope,
  find: (scope: SearchScope) => Promise<M>,
): Promise<M> {
  const match = await find({ ...scope, request: { ...scope.request, query: scope.kind.name } });
  const isAny = match.page.total > 0;
  return { ...match, page: { ...match.page, ...(isAny && { approximate: true }) }, lacking: null };
}
