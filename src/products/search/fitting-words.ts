import type { MultiSearchQuery } from "meilisearch";
import { isCode, type NormalisedQuery } from "../indexing/normalise.ts";
import { baseQuery, phrase, type SearchScope, type SearchText } from "./search-plan.ts";

/**
 * Chooses the words of a query that products have, where no product has all of them: the typed model number must occur, and each
 * other word is kept where a product with this number has it. So words that no such product has ("cheap", "overclocked") are left out.
 * @returns the texts to search for, the best one first; none where no product has the typed model number, or only products of
 * another line ("ryzen 9800x" is no Core i7-9800X)
 */
export async function fittingTexts(scope: SearchScope, query: NormalisedQuery): Promise<SearchText[]> {
  const { words, modelNumbers } = query;
  const anchors = modelNumbers.length > 0 ? modelNumbers : words.filter(isCode);
  for (const anchor of anchors) {
    const texts = await fitAround(scope, words, anchor);
    if (texts.length > 0) return texts;
  }
  return modelNumbers.length > 0 ? [] : knownWords(scope, words);
}

/** Keeps the words that occur at all, codes first: the first one must occur, and the last ones may be missing. */
export async function knownWords(scope: SearchScope, words: readonly string[]): Promise<SearchText[]> {
  const counts = await countAll(scope, words);
  const known = words.filter((_word, index) => (counts[index] ?? 0) > 0);
  const ranked = known.toSorted((a, b) => Number(isCode(b)) - Number(isCode(a)));
  return known.length === 0 ? [] : [{ q: ranked.join(" "), matchingStrategy: "last" }];
}

/** Chooses the words that fit a code, which as the last word may be only the beginning of one. */
async function fitAround(scope: SearchScope, words: readonly string[], code: string): Promise<SearchText[]> {
  const whole = await fitWhole(scope, words, code);
  if (whole.length > 0) return whole;
  return words.at(-1) === code ? fitBeginning(scope, words, code) : [];
}

/** The beginning of a word within a query has at least so many letters. */
const MIN_BEGINNING = 4;

/** Chooses the words that fit a whole code. */
async function fitWhole(scope: SearchScope, words: readonly string[], code: string): Promise<SearchText[]> {
  const exact = phrase(code);
  const last = words.at(-1);
  const others = words.filter((word) => word !== code);
  const lines = others.flatMap((word) => scope.kind.lines[word] ?? []);
  // Codes tolerate no typing error, and only the last one may be incomplete.
  const rough = others.filter((word) => word === last || (word.length >= MIN_BEGINNING && !isCode(word)));
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
  // The last words may be missing, so the lines come first, and then the codes.
  const weight = (word: string) => (scope.kind.lines[word] === undefined ? Number(isCode(word)) : 2);
  const ranked = fitting.toSorted((a, b) => weight(b) - weight(a));
  // A blank at the end keeps the last one from being the beginning of another word.
  const q = `${[exact, ...ranked, ...almost].join(" ")}${almost.length > 0 ? "" : " "}`;
  return [{ q, matchingStrategy: "last" }];
}

/** Chooses the words that fit the codes with a beginning: "overclocked 407". The code alone comes second, as they may not fit together. */
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

/** Whether words with a tier have one that fits. */
function isOfTypedTier({ kind }: SearchScope, words: readonly string[], fitting: readonly string[]): boolean {
  const tiers = words.filter((word) => kind.tiers.includes(word));
  return tiers.length === 0 || tiers.some((tier) => fitting.includes(tier));
}

/** Tells for each of several texts whether a product has all its words, by one multi-search. */
async function findNonEmpty<Name extends string>(
  scope: SearchScope,
  texts: Readonly<Record<Name, readonly string[]>>,
): Promise<Record<Name, boolean[]>> {
  const lists = Object.entries(texts) as [Name, readonly string[]][];
  const counts = await countAll(
    scope,
    lists.flatMap(([, list]) => list),
  );
  let passed = 0;
  const found = lists.map(([name, list]) => [name, list.map(() => (counts[passed++] ?? 0) > 0)]);
  return Object.fromEntries(found) as Record<Name, boolean[]>;
}

/** Counts the products that have all words of a text, for several texts by one multi-search. */
async function countAll(scope: SearchScope, texts: readonly string[]): Promise<number[]> {
  const queries: MultiSearchQuery[] = texts.map((q) => ({
    ...baseQuery(scope, { q, matchingStrategy: "all" }),
    hitsPerPage: 0,
    page: 1,
  }));
  const { results } = await scope.client.multiSearch({ queries });
  return results.map(({ totalHits }) => totalHits ?? 0);
}
