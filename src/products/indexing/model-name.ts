import type { ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { fillTexts } from "./fill-texts.ts";
import { countWords, isCode, toWords } from "./normalise.ts";

/** The maximum length of a model name, in characters: filters of Meilisearch would not find longer names. */
const MAX_CHARACTERS = 100;

/**
 * Matches a model number of a processor, card or board, such as 5800x, z790 and 4070ti. The chipsets z97 and g41 have
 * only two digits.
 */
const NUMBER = /^([a-z]{0,4})(\d{2,5})([a-z]{1,7}|x3d2?)?$/;

/** Matches the model number of a graphics card. */
const OF_CARD = /^\d{4}(?:ti|xt|xtx|gre|super|tisuper)?$/;

/** Matches the memory size of a graphics card, which is part of the name if the chip exists with several sizes. */
const CAPACITY = /^\d+gb$/;

/** The model of a product, regardless of the product's edition. The model of a graphics card is its chip. */
export interface ModelName {
  /**
   * Line and number of a product's model: "core i7 13700k", "geforce rtx 4070ti", "b650"; null for products without a
   * model number.
   */
  model_name: string | null;
  /**
   * How many words the model name has after its number: 0 for E5-2650, 1 for E5-2650 v4. Words about packaging count
   * little. The value is larger if the name of the product lacks the number, or states another number.
   */
  variant: number;
  /** The digits of the model number; 0 if the model has no number. */
  number: number;
  /** Whether letters follow the digits of the product's model number, as in 13700T. */
  hasEnding: boolean;
  /**
   * Whether a memory size follows the model number of a graphics chip that exists with several sizes, as in "RTX 5060
   * Ti 16 GB".
   */
  hasCapacity: boolean;
}

/** Returns the model of a product, read from the text that its kind declares as `modelText`. */
export function modelNameOf({ modelText }: ProductKind, fields: ProductFields): ModelName {
  const words = toWords(fillTexts([modelText], fields) || fields.model);
  const index = indexOfNumber(words);
  if (index === -1)
    return {
      model_name: null,
      variant: countWords(words),
      number: 0,
      hasEnding: false,
      hasCapacity: false,
    };
  const number = words[index] ?? "";
  const parsed = parseNumber(number);
  const after = words.slice(index + 1);
  const capacities = after.filter((word) => CAPACITY.test(word)).length;
  const name = words.slice(0, index + 1).join(" ");
  return {
    model_name: name.length > MAX_CHARACTERS ? null : name,
    variant: countWords(after) - capacities + contradiction(number, toWords(fields.model)),
    number: parsed?.digits ?? 0,
    hasEnding: parsed !== undefined && parsed.suffix !== "",
    hasCapacity: capacities > 0,
  };
}

/** The parts of a model number: `z790` consists of z and 790, `7800x3d` of 7800 and x3d. */
interface ModelNumber {
  letters: string;
  digits: number;
  suffix: string;
}

/**
 * Splits a model number into letters, digits and ending; undefined for words that are no model number, such as a part
 * number.
 */
export function parseNumber(word: string): ModelNumber | undefined {
  const [match, letters = "", digits = "", suffix = ""] = NUMBER.exec(word) ?? [];
  return match === undefined ? undefined : { letters, digits: Number(digits), suffix };
}

/**
 * Returns a penalty for a product name that lacks the product's model number. The penalty is 0 if the name has the
 * number. It is 0.5 if the number is missing, as in some names of graphics cards, or has an ending, as in B650M. It
 * is 1 if the name has the number of another graphics card, as in some records.
 */
function contradiction(number: string, name: readonly string[]): number {
  if (name.includes(number)) return 0;
  const isOther = OF_CARD.test(number) && name.some((word) => OF_CARD.test(word));
  return isOther ? 1 : 0.5;
}

function indexOfNumber(words: readonly string[]): number {
  const long = words.findIndex((word) => /\d{3}/.test(word) && NUMBER.test(word));
  return long === -1 ? words.findIndex((word) => isCode(word) && /^[a-z]+\d{2}/.test(word)) : long;
}
