import { fillerWords, packingWords, rewriteRules } from "./search-rules.ts";

/** Meilisearch considers only the first ten words of a query, so we choose the ten that it gets. */
const MAX_WORDS = 10;

const MODEL_NUMBER = /\d{3}/;
const PACKING_WEIGHT = 0.1;

/** A product's name as it is indexed: codes and words in separate attributes, because only words tolerate typing errors. */
export interface IndexedName {
  codes: string;
  words: string;
  /** Codes and words together in their order: finds the nearest names when nobody makes the typed model. */
  name: string;
  /** The length of the name. Of equally good matches the shorter name comes first: E5-2650 before E5-2650 v4. */
  word_count: number;
}

/**
 * Turns a product's name into the attributes of the search index.
 * @param text make and model
 * @param more further texts that find the product, such as its chipset; `word_count` does not count them
 */
export function normaliseName(text: string, more = ""): IndexedName {
  const name = new Set(toWords(text));
  const all = [...new Set([...name, ...toWords(more)])];
  return {
    codes: all.filter(isCode).join(" "),
    words: all.filter((word) => !isCode(word)).join(" "),
    name: all.join(" "),
    word_count: countWords([...name]),
  };
}

/** Shorter part numbers could be the names of models. */
const MIN_PART_NUMBER_CHARACTERS = 8;

/**
 * Returns the codes by which queries find part numbers: each as one word without its hyphens, `100100000651wof` for
 * 100-100000651WOF, so that no part of it is taken for the number of another model. The rules of spelling, which know names of
 * products, leave them as they are.
 */
export function partNumberCodes(partNumbers: readonly string[]): string[] {
  const codes = partNumbers.flatMap((text) => [text.replaceAll(/\s/g, ""), ...text.split(/\s+/)]);
  return [...new Set(codes.map((code) => plainOf(code).replaceAll(" ", "")).filter(isPartNumberCode))];
}

const isPartNumberCode = (code: string) => code.length >= MIN_PART_NUMBER_CHARACTERS && isCode(code);

/** A query in the spelling of the index. */
export interface NormalisedQuery {
  /** Empty when the person typed no letter and no digit. */
  text: string;
  /** The words with three digits or more in a row. */
  modelNumbers: readonly string[];
  /** The typed words that may be part numbers, in the spelling of {@link partNumberCodes}. */
  partNumbers: readonly string[];
}

/** Rewrites a query into the spelling of the index. Quotes, signs and hyphens count as blanks. */
export function normaliseQuery(typed: string): NormalisedQuery {
  const all = toWords(typed);
  const needed = all.filter((word) => !fillerWords.has(word));
  const chosen = chooseWords(needed.length > 0 ? needed : all);
  return {
    text: chosen.join(" "),
    modelNumbers: chosen.filter((word) => MODEL_NUMBER.test(word)),
    partNumbers: partNumberCodes(typed.split(/\s+/)).slice(0, MAX_WORDS),
  };
}

/** Chooses the ten words that Meilisearch gets: all codes before any other word, and otherwise the first ones. */
function chooseWords(words: readonly string[]): string[] {
  if (words.length <= MAX_WORDS) return [...words];
  const ranked = words.toSorted((a, b) => Number(isCode(b)) - Number(isCode(a)));
  const kept = new Set(ranked.slice(0, MAX_WORDS));
  return words.filter((word) => kept.has(word)).slice(0, MAX_WORDS);
}

/** Counts the words of a name. Words on packing count little, so that a tray E5-1620 comes before an E5-1620 v3. */
function countWords(words: readonly string[]): number {
  const packing = words.filter((word) => packingWords.has(word)).length;
  return words.length - packing + packing * PACKING_WEIGHT;
}

/** Splits a text into words: lower-case, without accents and trade marks, rewritten to one spelling. */
function toWords(text: string): string[] {
  let plain = plainOf(text);
  for (const { pattern, replacement } of rewriteRules) plain = plain.replaceAll(pattern, replacement);
  return plain.split(" ").filter(Boolean);
}

/** Leaves lower-case letters and digits with single blanks between them: without accents, signs and trade marks. */
function plainOf(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[™®©]|\((?:tm|r|c)\)/gi, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether a word is a code such as `5800x`, `i7` or `ddr5`, in which a different letter means a different product. */
const isCode = (word: string) => /\p{N}/u.test(word);
