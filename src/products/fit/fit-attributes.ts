import type { FieldValue, ProductFields } from "../../kinds/kind.ts";
import { fitFacts, fitValuesOf, type FitFact } from "./fit-rules.ts";

/** The attribute of the search index that names, with blanks between them, the facts of a product that count and are not known. */
export const FIT_UNKNOWN = "fit_unknown";

/** Returns the attribute with what is known of a fact: null where nothing is. */
export function fitAttribute(fact: FitFact): string {
  return `fit_${fact}`;
}

/** The attributes by which a search finds what fits. */
export const fitAttributes: readonly string[] = [...fitFacts.map(fitAttribute), FIT_UNKNOWN];

/** Returns these attributes of a product. */
export function fitAttributesOf(kind: string, fields: ProductFields): Record<string, FieldValue> {
  const values = Object.entries(fitValuesOf(kind, fields)) as [FitFact, FieldValue][];
  const unknown = values.filter(([, value]) => value === null).map(([fact]) => fact);
  return Object.fromEntries([
    ...values.map(([fact, value]) => [fitAttribute(fact), value]),
    [FIT_UNKNOWN, unknown.join(" ")],
  ]) as Record<string, FieldValue>;
}
