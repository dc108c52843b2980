import type { ProductKind } from "../../../kinds/kinds.ts";
import { isCode, toWords } from "../../indexing/normalise.ts";
import { fillerWords, kindWords } from "../../indexing/spelling/plain-words.ts";
import { lackingWords } from "../lacking-words.ts";
import { baseQuery, phrase, type ProductPage, type SearchScope } from "../search-plan.ts";

/** Matches a model number, by which a search finds the nearest models if no product has the typed number. */
const MODEL_NUMBER = /\d{3}/;

/** Articles, prepositions and similar words: a search need not report that it ignores them. */
const GRAMMAR = /^(?:a|an|and|for|in|my|of|on|or|the|to|with)$/i;

/** The maximum number of typed words that the spelling rules join to one word: "2nd gen" becomes `2thgen`. */
const MAX_JOINED = 3;

/**
 * Returns, in their typed form, the words of a text that had no part in a search: words that name no product, such as
 * `cheap` or `1440p`, and the words that the best product lacks.
 * @param found the page, and the words that its best product lacks. `lacking` is null if the page is empty or has only
 *   products with the nearest names, which have other model numbers than the typed one
 */
export function ignoredWords(
  { kind }: SearchScope,
  text: string,
  found: { page: ProductPage; lacking: readonly string[] | null },
): string[] {
  const typed = text.split(/[\s,;]+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !GRAMMAR.test(word));
  const isFiller = (word: string) => fillerWords.has(word) && kindWords.get(word) !== kind.name;
  const fillers = typed.filter((word) => toWords(word).every(isFiller));
  const lacking = found.lacking ?? lackingOfNearest(kind, text, found.page);
  return [...new Set([...fillers, ...lacking.map((word) => asTyped(word, typed))])];
}

/** Returns the typed words that name no model, and that the first product of a page lacks. */
function lackingOfNearest(kind: ProductKind, text: string, { results: [first] }: ProductPage): string[] {
  if (!first) return [];
  const words = toWords(text).filter((word) => !fillerWords.has(word) && !MODEL_NUMBER.test(word));
  return lackingWords(kind, { words }, first);
}

/** Returns, in their typed form, the words that the spelling rules have rewritten to the given word. */
function asTyped(word: string, typed: readonly string[]): string {
  for (let count = 1; count <= MAX_JOINED; count += 1)
    for (let begin = 0; begin + count <= typed.length; begin += 1) {
      const words = typed.slice(begin, begin + count).join(" ");
      if (toWords(words).join(" ") === word) return words;
    }
  return word;
}

/**
 * Returns whether a text has words, and no product of the kind has any of them, as with "gaming" among processors.
 * The result is false for a text that names a model, although the kind may lack the model.
 */
export async function hasOnlyUnknownWords(scope: SearchScope, text: string): Promise<boolean> {
  const words = toWords(text).filter((word) => !fillerWords.has(word));
  if (words.length === 0 || words.some((word) => MODEL_NUMBER.test(word))) return false;
  return (await wordsMissing({ ...scope, filters: [] }, words)).length === words.length;
}

/** Returns those of the given words that none of the searched products has. The last word may be incomplete. */
async function wordsMissing(scope: SearchScope, words: readonly string[]): Promise<string[]> {
  const answers = words.map((word) => {
    // Put a blank after a word, so that Meilisearch does not read the word as the beginning of another word.
    const whole = isCode(word) ? phrase(word) : `${word} `;
    const q = word === words.at(-1) ? word : whole;
    return scope.ask({ ...baseQuery(scope, { q, matchingStrategy: "all" }), page: 1, hitsPerPage: 0 });
  });
  const counts = (await Promise.all(answers)).map(({ totalHits = 0 }) => totalHits);
  return words.filter((_word, index) => counts[index] === 0);
}
