import { isCode, toWords, withoutReport, type NormalisedQuery } from "../indexing/normalise.ts";
import { foldKey } from "../indexing/fold-key.ts";
import { keysAttribute, type SearchDocument } from "../indexing/search-document.ts";
import { productKinds, type ProductKind } from "../../kinds/kinds.ts";
import { quoted } from "./filters.ts";
import { countAll, isNamed, MIN_TITLE } from "./fitting-words.ts";
import { ownWords, type BestFound } from "./lacking-words.ts";
import { hasOtherNumber } from "./other-number.ts";
import { baseQuery, NO_TEXT, phrase, type SearchScope } from "./search-plan.ts";

/**
 * Words that name a chip of a laptop, or graphics within a processor. The search index spells "laptop" as "sodimm".
 */
const OTHER_CHIPS: ReadonlySet<string> = new Set([
  "sodimm",
  "mobile",
  "maxq",
  "portable",
  "onchip",
  "uhd",
  "iris",
]);

/** The minimum length of a part number, in characters. */
const MIN_PART_NUMBER = 5;

/** Matches codes that are part numbers even within the title of a product in a shop. */
const LONG_CODE = /^(?:(?=\w*\d{3})\w{7,}|(?=\w*\d\w*\d)(?=\w*[a-z])\w{9,})$/;

/** Matches measures in the text of a search, such as "192bit" and "288pin". */
const MEASURE = /^\d+(?:bit|pin|mm|hz|w|v|rpm|core|thread|series|thgen)$/;

/**
 * If the found product has only one word of a query, it may lack at most this many words: with more, the query may mean
 * another product.
 */
const MAX_UNKNOWN = 4;

/**
 * Matches the maker before the name of a motherboard. A word before a socket is no maker: in "Sockel AM4", the
 * expression does not match "Sockel".
 */
const MAKER = /^\p{Lu}\p{L}+(?= +(?!(?:AM|FM|LGA)\d)(?:\p{Lu}|[a-z]\d{2}))/u;

/**
 * Words that people may add to the name of a motherboard: its colour, and GA, with which names of Gigabyte's boards
 * begin.
 */
const LEFT_OUT = /^(?:black|white|silver|gr[ae]y|red|blue|gold|ga)$/;

/**
 * Returns whether the best product that a search found may be another product than the text names. The product then
 * lacks a typed number, line, maker or size, or its number has a longer suffix, or it shares only the maker with the
 * text.
 */
export async function isOtherProduct(
  scope: SearchScope,
  query: NormalisedQuery,
  found: BestFound,
): Promise<boolean> {
  const { kind } = scope;
  const { best, lacking } = found;
  const isBoard = kind.name === "motherboard";
  if (query.isModule || hasOtherNumber(scope, query, found)) return true;
  if (isBoard && !query.isPartNumber && lacksEnding(scope, best)) return true;
  if (hasOtherSuffix(kind, query, best)) return true;
  if (lacking.length === 0) return false;
  const isTitle = query.words.length >= MIN_TITLE;
  const isNamedBy = (word: string) =>
    (isTitle ? LONG_CODE.test(word) : isNaming(kind, word)) ||
    OTHER_CHIPS.has(word) ||
    isLackingLine(kind, word, query, lacking) ||
    (isBoard && (isAttached(scope, word) || isForeignMaker(scope, word, query, best)));
  if (lacking.some(isNamedBy)) return true;
  const had = query.words.filter((word) => !lacking.includes(word));
  const makes = toWords(String(best["make"]));
  if (
    (!scope.hasReadFilters || lacking.some(isModelCode)) &&
    had.every(
      (word) =>
        /^\d{1,2}(?:gb)?$/.test(word) ||
        makes.includes(word) ||
        productKinds.some((one) => isLineOf(one, word)),
    )
  )
    return true;
  // A single known word beside an unknown code, or beside many unknown words, is part of another name: a "Samsung 980
  // PRO 1TB" is no GTX 980. For motherboards, one unknown word beside a plain number is enough: "OptiPlex 7050" is no
  // board.
  if (had.length === 1 && lacking.some(isModelCode)) return true;
  const maxUnknown = isBoard && /^\d/.test(had[0] ?? "") ? 0 : MAX_UNKNOWN;
  if (had.length === 1 && lacking.length > maxUnknown) return true;
  return namesOther(scope, lacking, isBoard && !isTitle);
}

const isModelCode = (word: string) => isCode(word) && !MEASURE.test(word);

/** Returns whether a product lacks a single letter that is typed after its number: an RTX 4090 is no "RTX 4090 D". */
function hasOtherSuffix(kind: ProductKind, { words }: NormalisedQuery, best: SearchDocument): boolean {
  const [number = "", letter = ""] = words.slice(-2);
  const isSuffix = kind.comparedAs !== undefined && /^[a-z]$/.test(letter) && /\d{3}$/.test(number);
  return isSuffix && !ownWords(kind, best).has(letter);
}

/** Returns whether a word names a line of a kind's models. */
export function isLineOf({ lines, naming }: ProductKind, word: string): boolean {
  return lines[word] !== undefined || (/^[a-z]{4,}$/.test(word) && naming?.words?.test(word) === true);
}

/**
 * Returns whether a typed word names a model. In a search for motherboards, words such as 7800x3d do not count: the
 * number of a processor beside the name of a board names no other board.
 */
function isNaming({ name, naming }: ProductKind, word: string): boolean {
  if (MEASURE.test(word)) return false;
  return naming?.words?.test(word) === true || (name !== "motherboard" && isPartNumber(word));
}

/**
 * Returns whether a typed word is a part number: it has letters, and a digit before another letter or digit
 * ("tridentz5" is none).
 */
function isPartNumber(word: string): boolean {
  return word.length >= MIN_PART_NUMBER && /[a-z]/.test(word) && /\d[a-z\d]/.test(word);
}

/**
 * Returns whether a typed word that the product lacks is a line or a tier. The second of two lines of graphics cards
 * may be a part of another name, as in "GTX 1060 GT OC".
 */
function isLackingLine(
  kind: ProductKind,
  word: string,
  { words }: NormalisedQuery,
  lacking: readonly string[],
): boolean {
  if (!isNamed(kind, word)) return false;
  const maker = kind.lines[word];
  const isOtherLine = (one: string) =>
    kind.lines[one] === maker && ![word, maker, "geforce", "radeon"].includes(one) && !lacking.includes(one);
  return kind.comparedAs?.part !== "chip" || !words.some(isOtherLine);
}

/** Returns whether a word is typed after the hyphen of a motherboard's number: the B365M-KYLIN is no B365M-K. */
function isAttached({ request }: SearchScope, word: string): boolean {
  if (isCode(word)) return false;
  const codes = (request.query ?? "").toLowerCase().split(/[^\w-]+/);
  return codes.some((code) => {
    const parts = code.split("-");
    return parts.some((part, index) => part === word && /\d/.test(parts[index - 1] ?? ""));
  });
}

/**
 * Returns whether a typed word that the product lacks is probably another maker of motherboards. Such a word stands
 * at the beginning, with a capital letter, before the chipset or another word of the name: "HUANANZHI X99-TF" names
 * no other maker's board. A text that names the maker of the found board names no other maker.
 */
function isForeignMaker(
  { request }: SearchScope,
  word: string,
  { words }: NormalisedQuery,
  best: SearchDocument,
): boolean {
  const [maker = ""] = MAKER.exec(withoutReport(request.query ?? "")) ?? [];
  if (maker.toLowerCase() !== word || productKinds.some((one) => isLineOf(one, word))) return false;
  return !LEFT_OUT.test(word) && !toWords(String(best["make"])).some((make) => words.includes(make));
}

/**
 * Returns whether a motherboard lacks the letters after a hyphen at the end of the typed text: a B250M-PLUS is no
 * B250M-A, and a PRO-VDH is no PRO-VD.
 */
function lacksEnding({ kind, request }: SearchScope, best: SearchDocument): boolean {
  const typed = withoutReport(request.query ?? "");
  const [ending = ""] =
    /(?:\w{0,20}\d\w{0,20}-[a-z]|(?<=\w)-(?!(?:fi|atx|itx)$)[a-z]{2,3})$/i.exec(typed) ?? [];
  const code = toWords(ending).at(-1);
  const isInName = String(best["model"]).toLowerCase().includes(ending.toLowerCase());
  return code !== undefined && !isInName && !ownWords(kind, best).has(code);
}

/**
 * Returns whether a typed word that the best product lacks names another maker, or occurs in the name of another
 * motherboard.
 */
async function namesOther(
  scope: SearchScope,
  lacking: readonly string[],
  hasBoardWords: boolean,
): Promise<boolean> {
  const others = lacking.filter((word) => !isCode(word));
  if (others.length === 0) return false;
  const makers = others.map((word) => quoted(foldKey(word))).join(", ");
  const boardWords = hasBoardWords ? others.filter((word) => !LEFT_OUT.test(word)) : [];
  const [{ hits }, counts] = await Promise.all([
    scope.ask({
      ...baseQuery(scope, NO_TEXT),
      filter: `${keysAttribute("make")} IN [${makers}]`,
      limit: 1,
      attributesToRetrieve: ["id"],
    }),
    countAll(scope, boardWords.map(phrase)),
  ]);
  return hits.length > 0 || counts.some((count) => count > 0);
}
