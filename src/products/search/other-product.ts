import { isCode, type NormalisedQuery } from "../indexing/normalise.ts";
import { keysAttribute, type SearchDocument } from "../indexing/search-document.ts";
import { foldKey } from "../indexing/fold-key.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { quoted } from "./filters.ts";
import { countAll, isNamed, MIN_TITLE } from "./fitting-words.ts";
import { baseQuery, NO_TEXT, phrase, type SearchScope } from "./search-plan.ts";

/** Words that name a chip of a laptop, or graphics within a processor; "laptop" is spelled "sodimm" in the index. */
const OTHER_CHIPS: ReadonlySet<string> = new Set(["sodimm", "mobile", "maxq", "integrated", "uhd", "iris"]);

/** Words that name a model, besides the lines and tiers that each kind declares. */
const NAMING: Readonly<Record<string, RegExp>> = {
  cpu: /^(?:a\d{1,2}|e[1-7]|x[2-6]|ii|ultra|gold|silver|pro|plus|v\d|\w*\d{3}\w*)$/,
  gpu: /^(?:hd|r[579]|mx|cmp|vega\d*|\d+gb|\w*\d{3}\w*)$/,
  motherboard: /^(?:[a-z]+\d\w*)$/,
  ram: /^(?:\d+gb|\d+x\d+gb|ddr\d|\w*\d{3}\w*)$/,
};

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
  if (hasOtherNumber(scope, query, found)) return true;
  if (lacking.length === 0) return false;
  const isLacking = (word: string) =>
    NAMING[kind.name]?.test(word) || OTHER_CHIPS.has(word) || isLackingLine(kind, word, query, lacking);
  if (lacking.some(isLacking)) return true;
  const had = query.words.filter((word) => !lacking.includes(word));
  if (had.every((word) => kind.lines[word] !== undefined || isMakeOf(best, word))) return true;
  return namesOther(scope, query, lacking);
}

/** Returns whether a product has none of the typed numbers, or only numbers that begin with a typed one. */
function hasOtherNumber({ kind }: SearchScope, query: NormalisedQuery, { best, lacking }: Found): boolean {
  const { modelNumbers, isPartNumber } = query;
  if (modelNumbers.length > 0 && modelNumbers.every((number) => lacking.includes(number))) return true;
  const codes = String(best["codes"] ?? "").split(" ");
  return modelNumbers.some((typed) => {
    const longer = codes.includes(typed) ? [] : codes.filter((code) => code.startsWith(typed));
    // A module of memory has the beginning of its kit's part number; other part numbers end in colours and countries.
    if (isPartNumber) return kind.name === "ram" && longer.length > 0;
    // An i5-3570S is no i5-3570, but a number whose digits are incomplete is still being typed.
    return /\d$/.test(typed) && longer.some((code) => /^[a-z]/.test(code.slice(typed.length)));
  });
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
