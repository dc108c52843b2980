import { isCode, type NormalisedQuery } from "../indexing/normalise.ts";
import { parseNumber } from "../indexing/model-name.ts";
import { codesOf, wordsOf, type SearchDocument } from "../indexing/search-document.ts";
import type { ProductFields } from "../../kinds/kind.ts";
import type { ProductRecord } from "../presenter.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { editsBetween } from "../../validation/nearest.ts";

/** The minimum length of words, in letters, in which Meilisearch tolerates one typing error. */
const ONE_ERROR_FROM = 4;
const TWO_ERRORS_FROM = 7;

/** The minimum length of a code, in characters, that may be the beginning of a part number. */
const MIN_PART_NUMBER = 4;

/** The best product of a search, and the typed words that the product lacks. */
export interface BestFound {
  best: SearchDocument;
  lacking: readonly string[];
}

/**
 * Returns the typed words that a product has neither in its name nor among its facts and part numbers. As in a
 * search, the last word may be incomplete, and words without digits may have typing errors.
 */
export function lackingWords(
  kind: ProductKind,
  { words }: Pick<NormalisedQuery, "words">,
  found: ProductRecord | SearchDocument,
): string[] {
  // Compare the plain words of the name first: most typed words stand there as they were typed, and the spelling
  // rules need not be applied to the product.
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

/** Returns the codes (such as 5800x) and words by which a search finds a product. */
export function ownWords(kind: ProductKind, found: ProductRecord | SearchDocument): ReadonlySet<string> {
  // The type assertion is safe, because a document of the search index has the fields of its product.
  const words = wordsOf(kind, found as unknown as ProductFields).split(" ");
  return new Set([...words, ...codesOf(found), kind.name]);
}

/**
 * Returns whether a typed word is the beginning of another word. A short code such as 580 counts only as the
 * beginning of a model number, because many unrelated part numbers begin with the same digits.
 */
function isBeginning(typed: string, word: string): boolean {
  return word.startsWith(typed) && (!isCode(typed) || isPartNumber(typed) || parseNumber(word) !== undefined);
}

const isPartNumber = (typed: string) => typed.length >= MIN_PART_NUMBER && /[a-z]/.test(typed);

/** Returns whether two words differ by no more typing errors than a search tolerates. */
function isAlmost(typed: string, word: string): boolean {
  const errors = typed.length >= TWO_ERRORS_FROM ? 2 : typed.length >= ONE_ERROR_FROM ? 1 : 0;
  return errors > 0 && editsBetween(typed, word, errors) <= errors;
}
