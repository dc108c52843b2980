import { fillerWords, packingWords, rewriteRules } from "./search-rules.ts";

/** Meilisearch takes account of ten words of a query; we choose which ten. */
const MAX_WORDS = 10;

const MODEL_NUMBER = /\d{3}/;

/** Text as words: lower-case, without accents and trade marks, in one spelling whatever way it was typed. */
function toWords(text: string): string[] {
  let plain = text
    .toWellFormed()
    .replaceAll(/[™®©]|\((?:tm|r|c)\)/gi, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  for (const { pattern, replacement } of rewriteRules) plain = plain.replaceAll(pattern, replacement);
  return plain.split(" ").filter(Boolean);
}

/** Whether a word is a code, which must be met letter by letter: `5800x`, `i7`, `ddr5`. */
const isCode = (word: string) => /\p{N}/u.test(word);

/** A product's name as it is indexed: codes and words apart, because only words forgive typing errors. */
export interface IndexedName {
  codes: string;
  words: string;
  /** All of it in its order, for finding the nearest names of a model that does not exist. */
  name: string;
  /** Among equally good matches the shorter name is meant: E5-2650 before E5-2650 v4. */
  word_count: number;
}

/**
 * @param text make and model
 * @param more what is found as well, such as the chipset; it makes the name no longer
 */
export function normaliseName(text: string, more = ""): IndexedName {
  const name = new Set(toWords(text));
  const all = [...new Set([...name, ...toWords(more)])];
  return {
    codes: all.filter(isCode).join(" "),
    words: all.filter((word) => !isCode(word)).join(" "),
    name: all.join(" "),
    word_count: weightOf([...name]),
  };
}

const PACKING_WEIGHT = 0.1;

/** How many words a name has, those on packing counted little: a tray E5-1620 is meant before an E5-1620 v3. */
function weightOf(words: readonly string[]): number {
  const packing = words.filter((word) => packingWords.has(word)).length;
  return words.length - packing + packing * PACKING_WEIGHT;
}

/** A query as it is searched for. */
export interface NormalisedQuery {
  /** Empty when nothing that can be searched for was typed. */
  text: string;
  /** The words that are model numbers (three digits or more). */
  modelNumbers: readonly string[];
}

/** Brings what was typed into the spelling of the index; quotes, signs and hyphens have no meaning of their own. */
export function normaliseQuery(typed: string): NormalisedQuery {
  const all = toWords(typed);
  const meant = all.filter((word) => !fillerWords.has(word));
  const chosen = mostTelling(meant.length > 0 ? meant : all);
  return { text: chosen.join(" "), modelNumbers: chosen.filter((word) => MODEL_NUMBER.test(word)) };
}

/** The first ten words, but never a word in place of a code. */
function mostTelling(words: readonly string[]): string[] {
  if (words.length <= MAX_WORDS) return [...words];
  const ranked = words.toSorted((a, b) => Number(isCode(b)) - Number(isCode(a)));
  const kept = new Set(ranked.slice(0, MAX_WORDS));
  return words.filter((word) => kept.has(word)).slice(0, MAX_WORDS);
}
