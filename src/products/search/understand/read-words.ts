import type { ProductKind } from "../../../kinds/kinds.ts";
import { toWords } from "../../indexing/normalise.ts";
import { architectureRule } from "./architectures.ts";
import { capacityRule } from "./capacity-rule.ts";
import { generationRules } from "./generations.ts";
import { priceRules } from "./price-rules.ts";
import type { WordFilter, WordRule } from "./word-rule.ts";

/** All rules by which words of a text are read as filters, in the order in which they are applied. */
export const wordRules: readonly WordRule[] = [
  ...priceRules,
  capacityRule,
  ...generationRules,
  architectureRule,
];

const limitRules = wordRules.filter(({ occursInNames }) => !occursInNames);
const familyRules = wordRules.filter(({ occursInNames }) => occursInNames);

/** Words of a search text that are read as filters. */
export interface ReadWords {
  /** The words of the search text, as a person typed them. */
  words: string;
  /** The position of the words in the search text. */
  index: number;
  /** The filters that the typed words mean; empty if the words mean a limit that the search cannot apply. */
  filters: readonly WordFilter[];
}

/**
 * Matches a word that names a model: 5800x, b650, the 56 of Vega 56, a part number, or the name of a card without a
 * number. A socket names no model.
 */
const NAMES_MODEL = /^(?!f?c?lga\d).*\d{3}|^(?!cl)[a-z]{0,4}\d{2}$|^(?:r[579]|vega\d+|titan|vii|frontier)$/;

/**
 * Reads the words of a search text that mean filters for products of a kind. In a text that names a model, only
 * limits of the price are read, because the other words may belong to the model's name.
 */
export function readWords(kind: ProductKind, typed: string): ReadWords[] {
  const limits = applyRules(kind, typed, limitRules);
  const rest = without(typed, limits);
  const others = applyRules(kind, rest, familyRules);
  const isName = others.length > 0 && toWords(without(rest, others)).some((word) => NAMES_MODEL.test(word));
  return (isName ? limits : [...limits, ...others]).toSorted((a, b) => a.index - b.index);
}

/**
 * Returns a search text without the given words. Blanks replace the words, so that positions in the text stay the
 * same.
 */
export function without(text: string, read: readonly ReadWords[]): string {
  return read.reduce(
    (rest, { words, index }) =>
      rest.slice(0, index) + " ".repeat(words.length) + rest.slice(index + words.length),
    text,
  );
}

function applyRules(kind: ProductKind, typed: string, rules: readonly WordRule[]): ReadWords[] {
  const read: ReadWords[] = [];
  for (const rule of rules) {
    if (rule.kinds && !rule.kinds.includes(kind.name)) continue;
    const rest = without(typed, read);
    // Test each pattern with `search` first: most rules match nothing, and matchAll would copy the pattern of each
    // rule.
    if (rest.search(rule.pattern) === -1) continue;
    for (const match of rest.matchAll(rule.pattern)) {
      const filters = rule.read(match.groups ?? {}, kind, typed.toLowerCase());
      const [words] = match;
      const trimmed = words.trim();
      if (filters) read.push({ words: trimmed, index: match.index + words.indexOf(trimmed), filters });
    }
  }
  return read;
}
