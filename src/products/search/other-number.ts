import { toWords, type NormalisedQuery } from "../indexing/normalise.ts";
import { codesOf, type SearchDocument } from "../indexing/search-document.ts";
import { MODEL_NAME } from "../indexing/search-settings.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import type { BestFound } from "./lacking-words.ts";

/** Lines whose older models have numbers of three digits: i5-750, Pentium G640, Athlon II X2 470. */
const SHORT_NUMBERS = /^(?:i[357]|pentium|celeron|athlon|phenom|sempron)$/;

/** Minimum number of words of a query that names one board and not only its line. */
const MIN_BOARD_NAME = 4;

/** Rules by which a product of a kind has the typed number and is another model all the same. */
const otherModels: Readonly<Record<string, (query: NormalisedQuery, best: SearchDocument) => boolean>> = {
  // A Xeon was typed without the version that the found one has: an E5-2620 v3 is no E5-2620.
  cpu: ({ words }, best) =>
    words.some((word) => /^e[357]$/.test(word)) && !words.some(isVersion) && codesOf(best).some(isVersion),
  // A Quadro was typed and a Quadro RTX found, which is a newer line with the same numbers; or a Radeon Pro was typed
  // and a Radeon RX found.
  gpu: ({ words, modelNumbers }, best) => {
    const found = String(best[MODEL_NAME]);
    if (modelNumbers.length === 0) return false;
    if (words.includes("quadro")) return !words.includes("rtx") && /\bquadro rtx\b/.test(found);
    const isRadeonPro = words.some((word, index) => word === "radeon" && words[index + 1] === "pro");
    return isRadeonPro && !/\bpro\b/.test(found);
  },
  // The name of the board has the chipset as smaller boards have it: a B660M GAMING X is no B660 GAMING X.
  motherboard: ({ words, modelNumbers }, best) => {
    const own = toWords(`${String(best["make"])} ${String(best["model"])}`);
    const isSmaller = (number: string) => !own.includes(number) && own.includes(`${number}m`);
    return words.length >= MIN_BOARD_NAME && modelNumbers.some(isSmaller);
  },
};

/**
 * Returns whether a product has none of the typed numbers, only numbers that begin with a typed one, or another line.
 */
export function hasOtherNumber(
  { name }: ProductKind,
  query: NormalisedQuery,
  { best, lacking }: BestFound,
): boolean {
  const { modelNumbers, isPartNumber } = query;
  if (modelNumbers.length > 0 && modelNumbers.every((number) => lacking.includes(number))) return true;
  if (otherModels[name]?.(query, best)) return true;
  const codes = codesOf(best);
  return modelNumbers.some((typed) => {
    const longer = codes.includes(typed) ? [] : codes.filter((code) => code.startsWith(typed));
    // A module of memory has the beginning of its kit's part number; other part numbers end in colours and countries.
    if (isPartNumber) return name === "ram" && longer.length > 0;
    // An i5-3570S is no i5-3570, but a number whose digits are incomplete may still be being typed.
    const isOther = (code: string) =>
      lacking.length > 0 || isWhole(query, typed) || /^[a-z]/.test(code.slice(typed.length));
    return /\d$/.test(typed) && longer.some(isOther);
  });
}

/** Returns whether a typed number of three digits is a whole one, and not the beginning of a longer one. */
function isWhole({ words }: NormalisedQuery, typed: string): boolean {
  if (/^[at]\d00$/.test(typed)) return words.includes("rtx") || words.includes("nvidia");
  return /^[a-z]?[4-9]\d{2}$/.test(typed) && words.some((word) => SHORT_NUMBERS.test(word));
}

const isVersion = (word: string) => /^v\d$/.test(word);
