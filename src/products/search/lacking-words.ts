import { isCode, type NormalisedQuery } from "../indexing/normalise.ts";
import { parseNumber } from "../indexing/model-name.ts";
import { codesOf, wordsOf, type SearchDocument } from "../indexing/search-document.ts";
import type { ProductFields } from "../../kinds/kind.ts";
import type { ProductRecord } from "../presenter.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { editsBetween } from "../../validation/nearest.ts";

/** The minimum length of words in which Meilisearch tolerates one and two typing errors. */
const ONE_ERROR_FROM = 4;
const TWO_ERRORS_FROM = 7;

/** The minimum length of a code that may be the beginning of a part number. */
const MIN_PART_NUMBER = 4;

/** The best product of a search, and the typed words that it lacks. */
export interface BestFound {
  best: SearchDocument;
  lacking: readonly string[];
}

/**
 * Returns the typed words that a product has neither in its name nor among its facts and part numbers. The last word
 * may be incomplete, and words without digits may have typing errors, as in a search.
 */
export function lackingWords(
  kind: ProductKind,
  { words }: Pick<NormalisedQuery, "words">,
  found: ProductRecord | SearchDocument,
): string[] {
  // Most words stand in the name as they were typed, so that the rules of spelling need not be applied to the product.
  const name = new Set(`${String(found["make"])} ${String(found["model"])}`.toLowerCase().split(/[^a-z\d]+/));
  if (words.every((word) => name.has(word))) return [];
  const own = ownWords(kind, found);
  const last = words.at(-1);
  return words.filter((word) => {
    if (own.has(word)) return false;
    return ![...own].some(
      (one) => (word === last && isBeginning(word, one)) || (!isCode(word) && isAlmost(word, one)),
    );
  });
}

/** Returns the codes and words of a product that a search finds. */
export function ownWords(kind: ProductKind, found: ProductRecord | SearchDocument): ReadonlySet<string> {
  // The cast is safe, because a document has the fields of its product.
  const words = wordsOf(kind, found as unknown as ProductFields).split(" ");
  return new Set([...words, ...codesOf(found), kind.name]);
}

/** Returns whether a typed word begins another one. Three digits also begin part numbers, of which they say nothing. */
function isBeginning(typed: string, word: string): boolean {
  return word.startsWith(typed) && (!isCode(typed) || isPartNumber(typed) || parseNumber(word) !== undefined);
}

const isPartNumber = (typed: string) => typed.length >= MIN_PART_NUMBER && /[a-z]/.test(typed);

/** Returns whether two words differ by no more typing errors than a search tolerates. */
function isAlmost(typed: string, word: string): boolean {
  const errors = typed.length >= TWO_ERRORS_FROM ? 2 : typed.length >= ONE_ERROR_FROM ? 1 : 0;
  return errors > 0 && editsBetween(typed, word, errors) <= errors;
}
