import { LRUCache } from "lru-cache";
import { rewriteRules } from "./search-rules.ts";
import { OPEN_KIT, openRules } from "./spelling/open-rules.ts";
import { kitsOfModule } from "./spelling/module-numbers.ts";
import { fillerWords, kindWords, packingWords } from "./spelling/plain-words.ts";
import { reportRules } from "./spelling/report-rules.ts";
import type { RewriteRule } from "./spelling/rewrite-rule.ts";

/**
 * The maximum number of words of a query that Meilisearch considers. `chooseWords` selects the ten most telling
 * words.
 */
const MAX_WORDS = 10;

/** The maximum length, in letters, of a filler word that is kept at the end of a query: it may begin a longer word. */
const MAX_BEGINNING = 2;

const MODEL_NUMBER = /\d{3}|^vega\d\d$/;

/** Matches a last word of a query that the spelling rules may join to the code (such as 5800x) before it. */
const OPEN_SUFFIX = /\d[a-z]* [a-z\d]{1,4}$/;

/**
 * Matches endings of model numbers that are no beginning of another word: "5080 super" does not mean a 5080 SUPRIM.
 */
const WHOLE_SUFFIX = / (?:ti|xt|xtx|gre|super|x3d)$/;
const PACKING_WEIGHT = 0.1;

/** Matches small numbers, which mean nothing without the word before them. */
const SMALL_NUMBER = /^\d{1,2}$/;

/** Matches the multiplication sign in the name of a memory kit: "2*16gb", "2×16gb". */
const TIMES = /(?<=\d(?: ?gb?)?) ?[*×] ?(?=\d)/g;

/** Matches the plus sign of the sockets AM3+ and FM2+, which are other sockets than AM3 and FM2. */
const PLUS_SOCKET = /\b(am[23]|fm2) ?\+/g;

/**
 * The parts of a product's name in the search index. Its codes, such as 5800x, and its other words are in separate
 * attributes, because searches tolerate typing errors only in words.
 */
export interface IndexedName {
  codes: string;
  words: string;
  /** The codes (such as 5800x) and words of the product's name together, in the order of the name. */
  name: string;
  /**
   * The length of the product's name, in words. Of equally good matches the shorter name comes first: E5-2650 before
   * E5-2650 v4.
   */
  word_count: number;
}

/**
 * Turns a product's name into the attributes of the search index.
 * @param text make and model
 * @param more further texts by which queries find the product, such as its chipset; `word_count` does not count them.
 *   Each text is split into words by itself, so that products share the words of the same texts
 * @param first a text whose words come before all others, because Meilisearch ranks a product higher if typed words
 *   stand close together in it
 */
export function normaliseName(text: string, more: readonly string[] = [], first = ""): IndexedName {
  const name = new Set(toWords(text));
  const all = [...new Set([...toWords(first), ...name, ...more.flatMap(toWords)])];
  return {
    codes: all.filter(isCode).join(" "),
    words: all.filter((word) => !isCode(word)).join(" "),
    name: all.join(" "),
    word_count: countWords([...name]),
  };
}

/**
 * The minimum length of a part number in the search index, in characters. A shorter part number could be the name of
 * a model, unless it has more digits than any model.
 */
const MIN_PART_NUMBER_CHARACTERS = 8;
const MANY_DIGITS = /^\d{6,}$/;
const TWO_DIGITS = /\d.*\d/;

/**
 * Returns the codes by which queries find part numbers. Each part number is one word without hyphens, such as
 * `100100000651wof` for 100-100000651WOF, so that no part of it is taken for the number of another model. The
 * spelling rules are not applied to part numbers, because they are made for names of products.
 */
export function partNumberCodes(partNumbers: readonly string[]): string[] {
  const codes = partNumbers.flatMap((text) => [text.replaceAll(/\s/g, ""), ...text.split(/\s+/)]);
  return [...new Set(codes.map((code) => clean(code).replaceAll(" ", "")).filter(isPartNumberCode))];
}

/**
 * Returns whether the spelling rules make one word of a text with blanks or hyphens, such as "16-thread". Such a text
 * is an ordinary word, not a part number.
 */
const isJoinedWord = (text: string) => clean(text).includes(" ") && toWords(text).length === 1;

const isPartNumberCode = (code: string) =>
  (code.length >= MIN_PART_NUMBER_CHARACTERS || MANY_DIGITS.test(code)) && TWO_DIGITS.test(code);

/** The maximum number of texts whose words each cache stores. */
const MAX_KEPT_TEXTS = 5000;

/** The words of a search query, in the spelling of the search index. */
export interface NormalisedQuery {
  /**
   * The words of the query in the order in which a person typed them; empty if the query has no letter and no digit.
   * The last word may be incomplete.
   */
  words: readonly string[];
  /** The words of the query with three or more digits in a row, and words such as vega56. */
  modelNumbers: readonly string[];
  /** True if the words of the query are read as part numbers; else absent. */
  isPartNumber?: true;
  /** True if the query names a memory module, and the words are those of its kits; else absent. */
  isModule?: true;
  /** True if the words of the query are complete names of kinds of products; else absent. */
  isKind?: true;
}

/** Rewrites a query into the spelling of the search index. Quotes, signs and hyphens count as blanks. */
export function normaliseQuery(typed: string): NormalisedQuery {
  return toQuery(openWords(clean(withoutReport(typed))));
}

const cachedNames = new LRUCache<string, string>({ max: MAX_KEPT_TEXTS });

/**
 * Removes the parts that name no product from a hardware name that a program or operating system reports. Caches
 * recent texts, because the steps of one search ask for the same text.
 */
export function withoutReport(typed: string): string {
  const cached = cachedNames.get(typed);
  if (cached !== undefined) return cached;
  const text = applyReportRules(typed);
  cachedNames.set(typed, text);
  return text;
}

function applyReportRules(typed: string): string {
  let text = typed;
  for (const { pattern, replacement } of reportRules) text = text.replace(pattern, replacement);
  // If every part of the typed text would be removed, because none names a product, search the whole text.
  return clean(text) === "" ? typed : text.replaceAll(/\s+/g, " ").trim();
}

/**
 * Returns all words of a typed text except filler words, for the key of a product name. Meilisearch's limit of ten
 * words does not apply.
 */
export function namingWords(typed: string): string[] {
  return toWords(typed).filter((word) => !fillerWords.has(word));
}

/**
 * Returns the ways in which a query can be read, the likeliest first. A last word that could be the ending of a model
 * number ("4070 e") may also begin another word ("4070 eagle"), and a word with hyphens may be a part number. A query
 * that consists only of words for kinds of products is read as the names of these kinds, because every product in the
 * index has the name of its kind.
 */
export function readingsOf(text: string): NormalisedQuery[] {
  const typed = withoutReport(text);
  const plain = clean(typed);
  const open = openWords(plain);
  const likeliest = toQuery(open);
  const unlikely = typed.split(/\s+/).filter((part) => !isJoinedWord(part));
  const partNumbers = partNumberCodes(unlikely).slice(0, MAX_WORDS);
  return [
    likeliest,
    // Also read a word for a kind of product as the beginning of a longer word: "ram" may begin "rampage".
    ...(likeliest.isKind ? [{ words: chooseWords(open), modelNumbers: [] }] : []),
    ...(OPEN_SUFFIX.test(plain) && !WHOLE_SUFFIX.test(plain) ? [toQuery(apart(plain))] : []),
    ...(partNumbers.length > 0
      ? [{ words: partNumbers, modelNumbers: partNumbers, isPartNumber: true as const }]
      : []),
    ...kitsOfModule(typed).map(({ kit, isPartNumber }) => readingOfKit(kit, isPartNumber)),
  ];
}

function readingOfKit(kit: string, isPartNumber: boolean): NormalisedQuery {
  if (!isPartNumber) return { ...toQuery(toWords(kit)), isModule: true };
  const codes = partNumberCodes([kit]);
  return { words: codes, modelNumbers: codes, isPartNumber: true, isModule: true };
}

/** Splits a query into words without joining the last word to the word before it. */
function apart(plain: string): string[] {
  const blank = plain.lastIndexOf(" ");
  return [...toWords(plain.slice(0, blank)), ...openWords(plain.slice(blank + 1))];
}

/**
 * Returns whether a word is a code such as `5800x`, `i7` or `ddr5`, in which a different letter means a different
 * product.
 */
export const isCode = (word: string): boolean => /\p{N}/u.test(word);

/**
 * Counts the words of a product name. Words about packaging count little, so that a tray version of an E5-1620 comes
 * before an E5-1620 v3.
 */
export function countWords(words: readonly string[]): number {
  const packing = words.filter((word) => packingWords.has(word)).length;
  return words.length - packing + packing * PACKING_WEIGHT;
}

const cachedWords = new LRUCache<string, readonly string[]>({ max: MAX_KEPT_TEXTS });

/**
 * Splits a text into words: lower-case, without accents and trade marks, rewritten to one spelling. The words of recent
 * texts are cached, because the spelling rules take most of the time for a search document, and products share chips,
 * lines and sizes.
 */
export function toWords(text: string): readonly string[] {
  const kept = cachedWords.get(text);
  if (kept !== undefined) return kept;
  const words = split(clean(text));
  cachedWords.set(text, words);
  return words;
}

function toQuery(all: readonly string[]): NormalisedQuery {
  // Keep a filler word of at most MAX_BEGINNING letters at the end of a query: it may begin another word.
  const isFiller = (word: string, index: number) =>
    fillerWords.has(word) && (word.length > MAX_BEGINNING || index < all.length - 1);
  const needed = all.filter((word, index) => !isFiller(word, index));
  const kinds = needed.length > 0 ? [] : [...new Set(all.flatMap((word) => kindWords.get(word) ?? []))];
  if (kinds.length > 0) return { words: kinds, modelNumbers: [], isKind: true };
  const words = chooseWords([...new Set(needed.length > 0 ? needed : all)]);
  return { words, modelNumbers: words.filter((word) => MODEL_NUMBER.test(word)) };
}

/**
 * Chooses the ten words that Meilisearch gets: first all codes, such as 5800x, then the other words in their order.
 * Small numbers ("PCIe 4.0", "CL16-20-20-38") do not count as codes.
 */
function chooseWords(words: readonly string[]): string[] {
  if (words.length <= MAX_WORDS) return [...words];
  const weight = (word: string) => Number(isCode(word) && !SMALL_NUMBER.test(word));
  const ranked = words.toSorted((a, b) => weight(b) - weight(a));
  const kept = new Set(ranked.slice(0, MAX_WORDS));
  return words.filter((word) => kept.has(word)).slice(0, MAX_WORDS);
}

/** Splits a cleaned query into words, of which the last may be incomplete. */
function openWords(plain: string): string[] {
  const text = rewrite(plain, openRules);
  const words = split(text);
  // Do not append "gb" to the capacity of a memory kit while somebody types it, because the capacity may get another
  // digit: 2x1 may become 2x16.
  return OPEN_KIT.test(text)
    ? [...words.slice(0, -1), ...words.slice(-1).map((kit) => kit.replace(/gb$/, ""))]
    : words;
}

/** Rewrites a lower-case text without signs to one spelling, and splits it into words. */
function split(plain: string): string[] {
  return rewrite(plain, rewriteRules).split(" ").filter(Boolean);
}

function rewrite(plain: string, rules: readonly RewriteRule[]): string {
  let text = plain;
  for (const { pattern, requires, replacement } of rules)
    if (requires === undefined || hasAny(text, requires)) text = text.replace(pattern, replacement);
  return text;
}

function hasAny(text: string, wanted: readonly string[]): boolean {
  for (const one of wanted) if (text.includes(one)) return true;
  return false;
}

const ASCII = /^[\0-\x7f]*$/;

function clean(text: string): string {
  return ASCII.test(text) ? cleanAscii(text) : cleanUnicode(text);
}

/** Returns an ASCII text in lower case with blanks for its signs. Faster than `cleanUnicode`, which takes any text. */
function cleanAscii(text: string): string {
  let plain = text.includes("(") ? text.replaceAll(/\((?:tm|r|c)\)/gi, " ") : text;
  plain = plain.toLowerCase();
  if (plain.includes("+")) plain = plain.replaceAll(PLUS_SOCKET, "$1plus");
  if (plain.includes("*")) plain = plain.replaceAll(TIMES, "x");
  return plain.replaceAll(/[^a-z\d]+/g, " ").trim();
}

function cleanUnicode(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[™®©]|\((?:tm|r|c)\)/gi, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(PLUS_SOCKET, "$1plus")
    .replaceAll(TIMES, "x")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
