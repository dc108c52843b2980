import { isCode, type NormalisedQuery } from "../indexing/normalise.ts";
import { parseNumber } from "../indexing/model-name.ts";
import { codesOf, indexedNameOf, type SearchDocument } from "../indexing/search-document.ts";
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
  const name = plainNameOf(found);
  if (words.every((word) => name.has(word))) return [];
  const own = ownWords(kind, found);
  return words.filter((word) => !isIn(own, word, words.at(-1)));
}

/** The best product of a search, and the typed text by which it was found. */
export interface TypedMatch {
  query: Pick<NormalisedQuery, "words">;
  best: SearchDocument;
}

/**
 * Returns whether a product has a typed word in its own name or facts. The words that its kind derives from facts do
 * not count: "ryzen" is no word of a motherboard whose socket takes a Ryzen.
 */
export function hasOwnWord(kind: ProductKind, { query, best }: TypedMatch): boolean {
  const { words } = query;
  const name = plainNameOf(best);
  if (words.some((word) => name.has(word))) return true;
  const { codes, words: plain } = indexedNameOf({ ...kind, derivedTexts: [] }, fieldsOf(best));
  const own = new Set([...codes.split(" "), ...plain.split(" "), kind.name]);
  return words.some((word) => isIn(own, word, words.at(-1)));
}

/**
 * Returns the plain words of a product's name, lower-case. Most typed words occur in the name as they were typed. A
 * search compares typed words with the plain words first, because the spelling rules then need not be applied to the
 * product.
 */
const plainNameOf = (found: ProductRecord | SearchDocument): ReadonlySet<string> =>
  new Set(`${String(found["make"])} ${String(found["model"])}`.toLowerCase().split(/[^a-z\d]+/));

/**
 * Returns whether a typed word is among the words of a product. The last typed word may be the beginning of such a
 * word.
 */
function isIn(own: ReadonlySet<string>, word: string, last: string | undefined): boolean {
  if (own.has(word)) return true;
  return [...own].some(
    (one) => (word === last && isBeginning(word, one)) || (!isCode(word) && isAlmost(word, one)),
  );
}

/** The type assertion is safe, because a document of the search index has the fields of its product. */
const fieldsOf = (found: ProductRecord | SearchDocument) => found as unknown as ProductFields;

/** Returns the codes (such as 5800x) and words by which a search finds a product. */
export function ownWords(kind: ProductKind, found: ProductRecord | SearchDocument): ReadonlySet<string> {
  const words = indexedNameOf(kind, fieldsOf(found)).words.split(" ");
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
