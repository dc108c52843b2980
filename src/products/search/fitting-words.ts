import { isCode, type NormalisedQuery } from "../indexing/normalise.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { baseQuery, phrase, type SearchScope, type SearchText } from "./search-plan.ts";

/**
 * For a query of which no product has all words, chooses the words that products have. The typed model number must
 * occur. Each other word stays in the text if a product with this number has the word, so words such as "cheap" and
 * "overclocked" are left out.
 * @param isAnyWithAll whether a product has all words, of which the last one may be incomplete
 * @returns the texts to search for, the best text first; some may find nothing. The list is empty if no product has the
 *   typed model number, or if only products of another line have it ("ryzen 9800x" is no Core i7-9800X)
 */
export async function fittingTexts(
  scope: SearchScope,
  query: NormalisedQuery,
  isAnyWithAll: boolean,
): Promise<SearchText[]> {
  const { words, modelNumbers } = query;
  if (!isAnyWithAll && words.length === 1) return [];
  const anchors = modelNumbers.length > 0 ? modelNumbers : words.filter(isCode);
  if (
    !isAnyWithAll &&
    words.length === 2 &&
    modelNumbers.length > 0 &&
    !words.some((word) => isNamed(scope.kind, word))
  )
    return anchors.flatMap((anchor) => textsOfPair(words, anchor));
  for (const anchor of anchors) {
    const texts = await fitAround(scope, words, anchor);
    if (texts.length > 0) return texts;
  }
  return modelNumbers.length > 0 ? [] : knownWords(scope, words);
}

/** Returns whether a word names a line or a tier of a kind's models. */
export function isNamed({ lines, tiers }: ProductKind, word: string): boolean {
  return lines[word] !== undefined || tiers.includes(word);
}

/**
 * Returns the texts to search for if a query consists of a code and one other word, and no product has both as typed.
 * The other word is left out, unless a product with this code has a word that begins with the other word ("vengea
 * 6000"). A code that is the last word may be incomplete.
 */
function textsOfPair(words: readonly string[], code: string): SearchText[] {
  const others = words.filter((word) => word !== code);
  const whole: SearchText = { q: [phrase(code), ...others].join(" "), matchingStrategy: "last" };
  return code === words.at(-1) ? [whole, { q: code, matchingStrategy: "all" }] : [whole];
}

/**
 * Returns a text made of those words of a query that at least one product has, codes such as 5800x first. Products
 * must have the first word, and may lack the last words. A last word that is only the beginning of other words stays
 * last.
 */
export async function knownWords(scope: SearchScope, words: readonly string[]): Promise<SearchText[]> {
  const last = words.at(-1) ?? "";
  const [whole, asBeginning] = await Promise.all([
    countAll(
      scope,
      // Put a blank after a word, so that Meilisearch does not read the word as the beginning of another word.
      words.map((word) => (isCode(word) ? phrase(word) : `${word} `)),
    ),
    countAll(scope, [last]),
  ]);
  const known = words.filter((_word, index) => (whole[index] ?? 0) > 0);
  const ranked = known.toSorted((a, b) => Number(isCode(b)) - Number(isCode(a)));
  const chosen = (asBeginning[0] ?? 0) > 0 && !known.includes(last) ? [...ranked, last] : ranked;
  return chosen.length === 0 ? [] : [{ q: chosen.join(" "), matchingStrategy: "last" }];
}

/**
 * Of the words of a query, chooses those that occur in products with a given code, such as 5800x. If the code is the
 * last word, it may be only the beginning of a code.
 */
async function fitAround(scope: SearchScope, words: readonly string[], code: string): Promise<SearchText[]> {
  const [whole, open = []] = await Promise.all([
    fitWhole(scope, words, code),
    words.at(-1) === code ? fitBeginning(scope, words, code) : undefined,
  ]);
  return whole.length > 0 ? whole : open;
}

/** The minimum length of a word within a query, in letters, that may be the beginning of a longer word. */
const MIN_BEGINNING = 4;

/**
 * The minimum number of words of a query that counts as the title of a product in a shop. In a title, the first words
 * matter most.
 */
export const MIN_TITLE = 8;

/** Of the words of a query, chooses those that occur in products with exactly the given code, such as 5800x. */
async function fitWhole(scope: SearchScope, words: readonly string[], code: string): Promise<SearchText[]> {
  const exact = phrase(code);
  const last = words.at(-1);
  const others = words.filter((word) => word !== code);
  const lines = [...new Set(others.flatMap((word) => scope.kind.lines[word] ?? []))];
  // Searches tolerate no typing errors in codes such as 5800x, and only a code at the end of a query may be
  // incomplete.
  const rough = others.filter(
    (word) =>
      word === last ||
      (word.length >= MIN_BEGINNING && !isCode(word) && scope.kind.lines[word] === undefined),
  );
  const has = await findNonEmpty(scope, {
    code: [exact],
    line: lines.map((line) => `${exact} ${phrase(line)}`),
    exactly: others.map((word) => `${exact} ${phrase(word)}`),
    roughly: rough.map((word) => `${exact} ${word}`),
  });
  const fitting = others.filter((_word, index) => has.exactly[index]);
  const isOfOtherLine = has.line.length > 0 && !has.line.includes(true);
  if (!has.code[0] || isOfOtherLine || !isOfTypedTier(scope, others, fitting)) return [];

  const almost = rough.filter((word, index) => has.roughly[index] && !fitting.includes(word));
  // Put words for lines of models first and codes second, because Meilisearch also finds products without the last
  // words of a text.
  const weight = (word: string) => (scope.kind.lines[word] === undefined ? Number(isCode(word)) : 2);
  const isTitle = words.length >= MIN_TITLE;
  const ranked = isTitle ? fitting : fitting.toSorted((a, b) => weight(b) - weight(a));
  // Put a blank at the end of the text, so that Meilisearch does not read the last word as the beginning of another
  // word.
  const q = `${[exact, ...ranked, ...almost].join(" ")}${almost.length > 0 ? "" : " "}`;
  return [{ q, matchingStrategy: "last" }];
}

/**
 * Of the words of a query, chooses those that occur in products with a code that begins with the given text, as in
 * "overclocked 407". The second returned text is the given text alone, because perhaps no product has all chosen words
 * together.
 */
async function fitBeginning(
  scope: SearchScope,
  words: readonly string[],
  beginning: string,
): Promise<SearchText[]> {
  const others = words.filter((word) => word !== beginning);
  const has = await findNonEmpty(scope, {
    code: [beginning],
    together: others.map((word) => `${word} ${beginning}`),
  });
  const fitting = others.filter((_word, index) => has.together[index]);
  const isLine = (word: string) => scope.kind.lines[word] !== undefined;
  const isOfTypedLine = !others.some(isLine) || fitting.some(isLine);
  if (!has.code[0] || !isOfTypedLine || !isOfTypedTier(scope, others, fitting)) return [];
  return [[...fitting, beginning], [beginning]].map((chosen) => ({
    q: chosen.join(" "),
    matchingStrategy: "all",
  }));
}

/**
 * Returns whether the typed tier agrees with products that have the typed code: the query names no tier of models, or
 * at least one tier that such a product has.
 */
function isOfTypedTier({ kind }: SearchScope, words: readonly string[], fitting: readonly string[]): boolean {
  const tiers = words.filter((word) => kind.tiers.includes(word));
  return tiers.length === 0 || tiers.some((tier) => fitting.includes(tier));
}

/** Returns, for each text, whether a product has all words of the text. */
async function findNonEmpty<Name extends string>(
  scope: SearchScope,
  texts: Readonly<Record<Name, readonly string[]>>,
): Promise<Record<Name, boolean[]>> {
  const lists = Object.entries(texts) as [Name, readonly string[]][];
  const found = lists.map(async ([name, list]) => [
    name,
    (await countAll(scope, list)).map((count) => count > 0),
  ]);
  return Object.fromEntries(await Promise.all(found)) as Record<Name, boolean[]>;
}

/** Counts the products that have all words of a text, for several texts. */
export async function countAll(scope: SearchScope, texts: readonly string[]): Promise<number[]> {
  const answers = texts.map((q) =>
    scope.ask({ ...baseQuery(scope, { q, matchingStrategy: "all" }), hitsPerPage: 0, page: 1 }),
  );
  return (await Promise.all(answers)).map(({ totalHits }) => totalHits ?? 0);
}
