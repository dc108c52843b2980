import type { FieldValue, ProductFields } from "../../kinds/kind.ts";
import { fitFacts, fitValuesOf, type FitFact } from "./fit-rules.ts";

/** The attribute of the search index that lists the unknown fit facts of a product, separated by blanks. */
export const FIT_UNKNOWN = "fit_unknown";

/**
 * Returns the name of the attribute that holds the value of a fit fact; the value is null where the fact is unknown.
 */
export function fitAttribute(fact: FitFact): string {
  return `fit_${fact}`;
}

/** The attributes by which a search finds products that fit. */
export const fitAttributes: readonly string[] = [...fitFacts.map(fitAttribute), FIT_UNKNOWN];

/** Returns the fit attributes of a product, with their values. */
export function fitAttributesOf(kind: string, fields: ProductFields): Record<string, FieldValue> {
  const values = Object.entries(fitValuesOf(kind, fields)) as [FitFact, FieldValue][];
  const unknown = values.filter(([, value]) => value === null).map(([fact]) => fact);
  return Object.fromEntries([
    ...values.map(([fact, value]) => [fitAttribute(fact), value]),
    [FIT_UNKNOWN, unknown.join(" ")],
  ]) as Record<string, FieldValue>;
}
