import type { ProductFields } from "../../kinds/kind.ts";
import { conditionsToFitAll, fitValuesOf, type FitCondition, type FitValue } from "./fit-rules.ts";
import type { NamedPart } from "./named-parts.ts";

/**
 * Returns whether a product of a kind fits the given parts, by the same rules as a search. The result is true if
 * every compared fact agrees, false if a fact disagrees, and null if no fact disagrees but a fact is unknown. A part
 * of the product's own kind is not compared, because the product would replace the part.
 */
export function checkFit(kind: string, fields: ProductFields, parts: readonly NamedPart[]): boolean | null {
  const values = fitValuesOf(kind, fields);
  const compared = conditionsToFitAll(kind, parts);
  const verdicts = new Set(
    compared.flatMap(({ conditions }) =>
      conditions.map((condition) => meets(values[condition.fact] ?? null, condition)),
    ),
  );
  if (verdicts.has(false)) return false;
  const isPartUnknown = compared.some(({ unknownOfPart }) => unknownOfPart.length > 0);
  return isPartUnknown || verdicts.has(null) ? null : true;
}

/**
 * Returns whether the value of a fact of a product meets a condition for fitting a part; null if the value is unknown.
 */
export function meets(value: FitValue, condition: FitCondition): boolean | null {
  if (value === null) return null;
  if ("oneOf" in condition) {
    const found = typeof value === "number" ? [] : value;
    return condition.oneOf.some((one) => found.includes(one));
  }
  if (typeof value !== "number") return null;
  return "atMost" in condition ? value <= condition.atMost : value >= condition.atLeast;
}
