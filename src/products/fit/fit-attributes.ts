import type { FieldValue, ProductFields } from "../../kinds/kind.ts";
import { fitFacts, fitValuesOf, type FitFact } from "./fit-rules.ts";

/**
 * The attribute of the search index with the names of the product's unknown facts, separated by blanks, out of the
 * facts that decide whether the product fits other parts.
 */
export const FIT_UNKNOWN = "fit_unknown";

/**
 * Returns the name of the attribute in the search index for a fact that decides whether products fit. The value of
 * the attribute is null if the fact is unknown.
 */
export function fitAttribute(fact: FitFact): string {
  return `fit_${fact}`;
}

/** The attributes of the search index by which a search finds products that fit other parts. */
export const fitAttributes: readonly string[] = [...fitFacts.map(fitAttribute), FIT_UNKNOWN];

/** Returns the attributes of a product by which searches find products that fit, with their values. */
export function fitAttributesOf(kind: string, fields: ProductFields): Record<string, FieldValue> {
  const values = Object.entries(fitValuesOf(kind, fields)) as [FitFact, FieldValue][];
  const unknown = values.filter(([, value]) => value === null).map(([fact]) => fact);
  return Object.fromEntries([
    ...values.map(([fact, value]) => [fitAttribute(fact), value]),
    [FIT_UNKNOWN, unknown.join(" ")],
  ]) as Record<string, FieldValue>;
}
