import { toWords, withoutReport, type NormalisedQuery } from "../indexing/normalise.ts";
import { codesOf } from "../indexing/search-document.ts";
import { MODEL_NAME } from "../indexing/search-settings.ts";
import type { BestFound } from "./lacking-words.ts";
import type { SearchScope } from "./search-plan.ts";

/** Lines of processors whose older models have numbers of three digits: i5-750, Pentium G640, Athlon II X2 470. */
const SHORT_NUMBERS = /^(?:i[357]|pentium|celeron|athlon|phenom|sempron)$/;

/**
 * Returns whether a found product certainly has another model number than the typed one. The product then has none of
 * the typed numbers, only numbers that begin with a typed number, or another line.
 */
export function hasOtherNumber(
  { kind: { name, naming }, request }: SearchScope,
  query: NormalisedQuery,
  { best, lacking }: BestFound,
): boolean {
  const { modelNumbers, isPartNumber } = query;
  if (modelNumbers.length > 0 && modelNumbers.every((number) => lacking.includes(number))) return true;
  const codes = codesOf(best);
  const names = {
    typed: toWords(withoutReport(request.query ?? "")),
    words: query.words,
    modelNumbers,
    foundName: toWords(`${String(best["make"])} ${String(best["model"])}`),
    foundCodes: codes,
    foundModel: String(best[MODEL_NAME]),
  };
  if (naming?.isOther?.(names)) return true;
  return modelNumbers.some((typed) => {
    const longer = codes.includes(typed) ? [] : codes.filter((code) => code.startsWith(typed));
    // A part number that is longer than the typed one means another product only for memory, where a module's part
    // number begins its kit's part number. Other endings of part numbers name colours and countries.
    if (isPartNumber) return name === "ram" && longer.length > 0;
    // A longer number such as i5-3570S means another model than i5-3570, unless the typed digits may be incomplete
    // because a person is still typing.
    const isOther = (code: string) =>
      lacking.length > 0 || isWhole(query, typed) || /^[a-z]/.test(code.slice(typed.length));
    return /\d$/.test(typed) && longer.some(isOther);
  });
}

/** Returns whether a typed number of three digits is complete, and not the beginning of a longer number. */
function isWhole({ words }: NormalisedQuery, typed: string): boolean {
  if (/^[at]\d00$/.test(typed)) return words.includes("rtx") || words.includes("nvidia");
  return /^[a-z]?[4-9]\d{2}$/.test(typed) && words.some((word) => SHORT_NUMBERS.test(word));
}
