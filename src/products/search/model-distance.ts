import type { NormalisedQuery } from "../indexing/normalise.ts";
import { parseNumber } from "../indexing/model-name.ts";
import type { ProductKind } from "../../kinds/kinds.ts";

/**
 * The cost of each difference between the typed model and another model, by which a search finds the nearest models. A
 * cost is a share of the typed model number.
 */
const costs = {
  /** The cost of a line of models from another maker: a Core i7 instead of the typed Ryzen. */
  line: 0.3,
  /** The cost of another line of models beside the same number: "RTX 7800 XT" for the RX 7800 XT. */
  onlyLine: 0.009,
  /** The cost of a line of models that people easily confuse with the typed line: RTX instead of GTX. */
  sisterLine: 0.003,
  /** The cost of a model number with other letters at its beginning: X870 instead of Z890. */
  letters: 0.2,
  /** The cost of a model of another tier than the typed model's, in the same line: Ryzen 5 instead of Ryzen 7. */
  tier: 1,
  /** The cost of another tier beside the same number: "Ryzen 9 5800X" for the Ryzen 7 5800X. */
  onlyTier: 0.004,
  /** The cost of a model number with another ending: 5800X3D instead of 5800X. */
  suffix: 0.001,
  /**
   * The cost of each generation between two models of one class, such as between 5090 and 6090, or 14700K and 15700K.
   */
  generation: 0.0095,
  /** The cost of a model number with one digit more or fewer than the typed number. */
  digit: 0.1,
} as const;

/** The lines and tiers of the models of a kind of product, and whether their number is a measure such as a speed. */
type ModelNames = Pick<ProductKind, "lines" | "tiers" | "isNumberMeasured">;

/**
 * Returns a function that computes the distance of a model from the typed model. The distance is 0 for the same
 * model. Otherwise it is the distance of the two numbers, as a share of the typed number, plus the costs of the other
 * differences. The function takes maker, line and number as the index has them, such as "amd ryzen 7 5800x", and
 * returns undefined for a text without a model number.
 * @returns undefined if the typed text has no number that can be compared with models, such as a part number
 */
export function distanceFrom(
  kind: ModelNames,
  { words, modelNumbers }: NormalisedQuery,
): ((name: string) => number | undefined) | undefined {
  const numbers = modelNumbers.map(parseNumber);
  const [typed] = numbers;
  if (!typed || numbers.includes(undefined)) return undefined;
  const typedLines = [typed.letters, ...words].filter((word) => kind.lines[word] !== undefined);
  const typedTiers = words.filter((word) => kind.tiers.includes(word));
  return (name) => {
    const own = name.split(" ");
    const number = parseNumber(own.at(-1) ?? "");
    if (!number) return undefined;
    const isSameNumber = typed.digits === number.digits && typed.suffix === number.suffix;
    const isSameTier = typedTiers.every((tier) => own.includes(tier));
    return (
      digitDistance(typed.digits, number.digits, kind.isNumberMeasured) +
      lineDistance(kind, typedLines, own, isSameNumber && typed.letters === number.letters) +
      (isSameTier ? 0 : isSameNumber ? costs.onlyTier : costs.tier) +
      (typed.letters === number.letters ? 0 : costs.letters) +
      (typed.suffix === number.suffix ? 0 : costs.suffix)
    );
  };
}

/**
 * Returns the part of a model's distance from the typed model that comes from different lines, such as RTX and GTX; 0
 * if the model belongs to all typed lines.
 */
function lineDistance(
  { lines, tiers }: ModelNames,
  typed: readonly string[],
  own: readonly string[],
  isSameNumber: boolean,
): number {
  const isOwn = (word: string) =>
    own.includes(word) || (tiers.includes(word) && own.includes(lines[word] ?? ""));
  if (typed.every(isOwn)) return 0;
  if (typed.some((word) => own.includes(lines[word] ?? ""))) return costs.sisterLine;
  return isSameNumber ? costs.onlyLine : costs.line;
}

/**
 * Returns the distance of two model numbers: their difference, or less if both numbers have the same last digits (one
 * class, such as 5090 and 4090) or if one number merely lacks a digit of the other.
 */
function digitDistance(typed: number, found: number, isMeasured = false): number {
  const difference = Math.abs(typed - found);
  if (isMeasured) return difference / (typed + difference);
  // The class of a model is the end of its number: the last two of three digits, or the last three of more digits.
  const generation = typed < 1000 ? 100 : 1000;
  const isOfClass = difference % generation === 0;
  const generations = isOfClass ? (difference / generation) * costs.generation : Infinity;
  return Math.min(
    difference / (typed + difference),
    generations,
    lacksDigit(String(typed), String(found)) ? costs.digit : Infinity,
  );
}

/** Returns whether one of two model numbers equals the other number without one of its digits. */
function lacksDigit(first: string, second: string): boolean {
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  if (long.length !== short.length + 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return short.slice(same) === long.slice(same + 1);
}
