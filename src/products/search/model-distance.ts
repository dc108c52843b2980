import type { NormalisedQuery } from "../indexing/normalise.ts";
import { parseNumber } from "../indexing/model-name.ts";
import type { ProductKind } from "../kinds/kind.ts";

/** What each difference costs, as a share of the typed number. */
const costs = {
  /** Another line of another maker: a Core i7 instead of a Ryzen. */
  line: 0.3,
  /** A line that is easily confused with the typed one: RTX instead of GTX. */
  sisterLine: 0.02,
  /** Other letters before the number: X870 instead of Z890. */
  letters: 0.2,
  /** Another tier of the line: Ryzen 5 instead of Ryzen 7. */
  tier: 1,
  /** Only the tier is another: "Ryzen 9 5800X" for the Ryzen 7 5800X. */
  onlyTier: 0.004,
  /** Another ending: 5800X3D instead of 5800X. */
  suffix: 0.002,
  /** The same class in the next generation: 5090 instead of 6090, 14700K instead of 15700K. */
  generation: 0.01,
  /** A digit too many or too few. */
  digit: 0.1,
} as const;

/**
 * Returns how far a model is from the one that was typed: 0 for the same, else how far the numbers are apart, as a share of the typed
 * one, and what the other differences cost.
 * @param name maker, line and number as the index has them: "amd ryzen 7 5800x"
 * @returns undefined where the typed text has no number that could be compared
 */
export function modelDistance(
  { lines, tiers }: Pick<ProductKind, "lines" | "tiers">,
  { words, modelNumbers }: NormalisedQuery,
  name: string,
): number | undefined {
  const numbers = modelNumbers.map(parseNumber);
  const [typed] = numbers;
  const own = name.split(" ");
  const number = parseNumber(own.at(-1) ?? "");
  // A part number is near to no model.
  if (!typed || !number || numbers.includes(undefined)) return undefined;
  const isSameNumber = typed.digits === number.digits && typed.suffix === number.suffix;
  const isSameTier = words.every((word) => !tiers.includes(word) || own.includes(word));
  return (
    digitDistance(typed.digits, number.digits) +
    lineDistance({ lines, tiers }, words, own) +
    (isSameTier ? 0 : isSameNumber ? costs.onlyTier : costs.tier) +
    (typed.letters === number.letters ? 0 : costs.letters) +
    (typed.suffix === number.suffix ? 0 : costs.suffix)
  );
}

function lineDistance(
  { lines, tiers }: Pick<ProductKind, "lines" | "tiers">,
  words: readonly string[],
  own: readonly string[],
): number {
  const isOwn = (word: string) =>
    own.includes(word) || (tiers.includes(word) && own.includes(lines[word] ?? ""));
  const typed = words.filter((word) => lines[word] !== undefined);
  if (typed.every(isOwn)) return 0;
  return typed.some((word) => own.includes(lines[word] ?? "")) ? costs.sisterLine : costs.line;
}

/** How far two numbers are apart: their difference, or less where they are of one class or one merely lacks a digit of the other. */
function digitDistance(typed: number, found: number): number {
  const difference = Math.abs(typed - found);
  // In numbers of three digits the last two state the class, in longer ones the last three.
  const generation = typed < 1000 ? 100 : 1000;
  const isOfClass = difference % generation === 0;
  const generations = isOfClass ? (difference / generation) * costs.generation : Infinity;
  return Math.min(
    difference / (typed + difference),
    generations,
    lacksDigit(String(typed), String(found)) ? costs.digit : Infinity,
  );
}

function lacksDigit(first: string, second: string): boolean {
  const [short = "", long = ""] = [first, second].toSorted((a, b) => a.length - b.length);
  return long.split("").some((_digit, index) => long.slice(0, index) + long.slice(index + 1) === short);
}
