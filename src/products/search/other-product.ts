import { isCode, toWords, type NormalisedQuery } from "../indexing/normalise.ts";
import { keysAttribute, type SearchDocument } from "../indexing/search-document.ts";
import { MODEL_NAME } from "../indexing/search-settings.ts";
import { foldKey } from "../indexing/fold-key.ts";
import { productKinds, type ProductKind } from "../../kinds/kinds.ts";
import { quoted } from "./filters.ts";
import { countAll, isNamed, MIN_TITLE } from "./fitting-words.ts";
import { ownWords } from "./lacking-words.ts";
import { baseQuery, NO_TEXT, phrase, type SearchScope } from "./search-plan.ts";

/** Words that name a chip of a laptop, or graphics within a processor; "laptop" is spelled "sodimm" in the index. */
const OTHER_CHIPS: ReadonlySet<string> = new Set(["sodimm", "mobile", "maxq", "onchip", "uhd", "iris"]);

/** Words that name a model, besides the lines and tiers that each kind declares. */
const NAMING: Readonly<Record<string, RegExp>> = {
  cpu: /^(?:a\d{1,2}|e[1-7]|x[2-6]|ii|ultra|gold|silver|pro|plus|v\d|\w*\d{3}\w*)$/,
  gpu: /^(?:hd|r[579]|mx|cmp|fire(?:pro|gl)|tesla|vega\d*|x2|[sl]e|boost|\d+gb|\w*\d{3}\w*)$/,
  motherboard: /^(?:\d|[a-z]+\d\w*)$/,
  ram: /^(?:\d+gb|\d+x\d+gb|ddr\d|\w*\d{3}\w*)$/,
};

/** Matches part numbers: letters and digits, and not only one digit at the end as in "tridentz5". */
const PART_NUMBER = /^(?=\w{5})(?=\w*[a-z])\w*\d(?:[a-z]|\d)\w*$/;

/** Matches codes that are part numbers even in the title of a shop. */
const LONG_CODE = /^(?=\w*\d{3})\w{7,}$/;

/** Matches measures, such as "192bit" and "288pin". */
const MEASURE = /^\d+(?:bit|pin|mm|hz|w|v|rpm|core|thread|series|thgen)$/;

/** Minimum number of words of a query that names one board and not only its line. */
const MIN_BOARD_NAME = 4;

/** The colours of boards, which many records do not state. */
const COLOUR = /^(?:black|white|silver|gr[ae]y|red|blue|gold)$/;

/** The best product of a search, and the typed words that it lacks. */
interface Found {
  best: SearchDocument;
  lacking: readonly string[];
}

/**
 * Returns whether the best product that a search found is certainly not the product that the text names: the product
 * lacks a typed number, line, maker or size, its number has a longer suffix, or it has nothing but the typed maker.
 */
export async function isOtherProduct(scope: SearchScope, query: NormalisedQuery, found: Found) {
  const { kind } = scope;
  const { best, lacking } = found;
  if (query.isModule) return true;
  if (hasOtherNumber(scope, query, found)) return true;
  const isTitle = query.words.length >= MIN_TITLE;
  const isLacking = (word: string) =>
    (isTitle ? LONG_CODE.test(word) : !MEASURE.test(word) && isNaming(kind, word)) ||
    OTHER_CHIPS.has(word) ||
    isLackingLine(kind, word, query, lacking) ||
    (kind.name === "motherboard" && isAttached(scope, word));
  if (kind.name === "motherboard" && lacksEnding(scope, found)) return true;
  if (lacking.length === 0) return false;
  if (lacking.some(isLacking)) return true;
  const had = query.words.filter((word) => !lacking.includes(word));
  if (had.every((word) => isLine(word) || isMakeOf(best, word))) return true;
  // A number that is no chipset, beside nothing but unknown words, is that of a computer: "OptiPlex 7050".
  const isOnlyNumber = had.length === 1 && lacking.length > 1 && /^\d/.test(had[0] ?? "");
  if (kind.name === "motherboard" && isOnlyNumber) return true;
  return namesOther(scope, query, lacking);
}

/** Returns whether a product has none of the typed numbers, or only numbers that begin with a typed one. */
function hasOtherNumber({ kind }: SearchScope, query: NormalisedQuery, { best, lacking }: Found): boolean {
  const { modelNumbers, isPartNumber } = query;
  if (modelNumbers.length > 0 && modelNumbers.every((number) => lacking.includes(number))) return true;
  const codes = String(best["codes"] ?? "").split(" ");
  if (kind.name === "motherboard" && isSmallerBoard(query, best)) return true;
  if (kind.name === "cpu" && isOtherVersion(query, codes)) return true;
  if (kind.name === "gpu" && isOtherQuadro(query, best)) return true;
  return modelNumbers.some((typed) => {
    const longer = codes.includes(typed) ? [] : codes.filter((code) => code.startsWith(typed));
    // A module of memory has the beginning of its kit's part number; other part numbers end in colours and countries.
    if (isPartNumber) return kind.name === "ram" && longer.length > 0;
    // An i5-3570S is no i5-3570, but a number whose digits are incomplete may still be being typed.
    return (
      /\d$/.test(typed) &&
      longer.some(
        (code) => lacking.length > 0 || isWhole(query, typed) || /^[a-z]/.test(code.slice(typed.length)),
      )
    );
  });
}

/** Lines whose older models have numbers of three digits: i5-750, Pentium G640, Athlon II X2 470. */
const SHORT_NUMBERS = /^(?:i[357]|pentium|celeron|athlon|phenom|sempron)$/;

/** Returns whether a typed number of three digits is a whole one, and not the beginning of a longer one. */
function isWhole({ words }: NormalisedQuery, typed: string): boolean {
  if (/^[at]\d00$/.test(typed)) return words.includes("rtx") || words.includes("nvidia");
  return /^[a-z]?[4-9]\d{2}$/.test(typed) && words.some((word) => SHORT_NUMBERS.test(word));
}

/** Returns whether a Xeon was typed without the version that the found one has: an E5-2620 v3 is no E5-2620. */
function isOtherVersion({ words }: NormalisedQuery, codes: readonly string[]): boolean {
  const isVersion = (word: string) => /^v\d$/.test(word);
  return words.some((word) => /^e[357]$/.test(word)) && !words.some(isVersion) && codes.some(isVersion);
}

/** Returns whether a Quadro was typed and a Quadro RTX found, which is a newer line with the same numbers. */
function isOtherQuadro({ words, modelNumbers }: NormalisedQuery, best: SearchDocument): boolean {
  return modelNumbers.length > 0 && words.includes("quadro") && !words.includes("rtx") && /\bquadro rtx\b/.test(String(best[MODEL_NAME]));
}

/** Returns whether a board of the typed chipset is named by the chipset of smaller boards: "B660M GAMING X" is no B660. */
function isSmallerBoard({ words, modelNumbers }: NormalisedQuery, best: SearchDocument): boolean {
  if (words.length < MIN_BOARD_NAME) return false;
  const own = toWords(`${String(best["make"])} ${String(best["model"])}`);
  return modelNumbers.some((number) => !own.includes(number) && own.includes(`${number}m`));
}

/** Returns whether a lacking word is a line, and no other typed line of the same maker is had: "GTX 1060 GT OC". */
function isLackingLine(
  kind: ProductKind,
  word: string,
  { words }: NormalisedQuery,
  lacking: readonly string[],
): boolean {
  const { lines } = kind;
  if (!isNamed(kind, word)) return false;
  const sisters = words.filter(
    (one) => one !== word && one !== lines[one] && lines[one] !== undefined && lines[one] === lines[word],
  );
  return kind.comparedAs?.part !== "chip" || sisters.every((one) => one === "geforce" || one === "radeon" || lacking.includes(one));
}

/** Returns whether a word names a model; a processor's number beside that of a board names no other board. */
function isNaming({ name }: ProductKind, word: string): boolean {
  return NAMING[name]?.test(word) === true || (name !== "motherboard" && PART_NUMBER.test(word));
}

/** Returns whether a word is typed after the hyphen of a board's number: the B365M-KYLIN is no B365M-K. */
function isAttached({ request }: SearchScope, word: string): boolean {
  return !isCode(word) && new RegExp(String.raw`\d\w*-${word}\b`, "i").test(request.query ?? "");
}

/** Returns whether a board lacks the letter typed after a hyphen at the end: a B250M-PLUS of ASUS is no B250M-A. */
function lacksEnding({ kind, request }: SearchScope, { best }: Found): boolean {
  const [ending = ""] = /\w*\d\w*-[a-z]$/i.exec(request.query?.trim() ?? "") ?? [];
  const code = toWords(ending).at(-1);
  return code !== undefined && !ownWords(kind, best).has(code);
}

/** Returns whether a word names a line of a kind's models and of no other kind's. */
export function isLineOf(kind: ProductKind, word: string): boolean {
  return kind.lines[word] !== undefined || (/^[a-z]{4,}$/.test(word) && NAMING[kind.name]?.test(word) === true);
}

const isLine = (word: string) => productKinds.some(({ lines }: ProductKind) => lines[word] !== undefined);

const isMakeOf = (best: SearchDocument, word: string) => foldKey(String(best["make"])).includes(word);

/** Returns whether a word that the best product lacks is another maker, or is in the name of another board. */
async function namesOther(scope: SearchScope, { words }: NormalisedQuery, lacking: readonly string[]) {
  const others = lacking.filter((word) => !isCode(word));
  if (others.length === 0) return false;
  const makers = scope.ask({
    ...baseQuery(scope, NO_TEXT),
    filter: `${keysAttribute("make")} IN [${others.map((word) => quoted(foldKey(word))).join(", ")}]`,
    limit: 1,
    attributesToRetrieve: ["id"],
  });
  const isBoard = scope.kind.name === "motherboard" && words.length < MIN_TITLE;
  const [{ hits }, counts] = await Promise.all([
    makers,
    isBoard ? countAll(scope, others.filter((word) => !COLOUR.test(word)).map(phrase)) : [],
  ]);
  return hits.length > 0 || counts.some((count) => count > 0);
}
