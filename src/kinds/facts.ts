import type { FieldDefinition } from "./kind.ts";
import type { ProductKind } from "./kinds.ts";
import { labelOfField, type Label } from "./words.ts";

/** The number of columns in the list of products of a kind that declares no columns. */
const OTHER_COLUMNS = 5;
/** Fields that lists and pages of products show outside the list of facts. */
const SHOWN_ELSEWHERE = new Set(["id", "cpuid", "make", "model", "url_slug", "price", "price_date"]);

/** A fact of a product: its name in the public record, its label, and the definition of its value. */
export interface Fact {
  name: string;
  label: Label;
  definition: FieldDefinition;
}

/**
 * Returns the facts of a kind of product in the order of its public record, without the fields in SHOWN_ELSEWHERE.
 */
export function factsOf(kind: ProductKind): Fact[] {
  return Object.entries(kind.record).flatMap(([name, field]) => {
    const definition = kind.fields[field];
    if (!definition || SHOWN_ELSEWHERE.has(name)) return [];
    return [{ name, label: labelOfField(kind, field), definition }];
  });
}

/** Returns the facts that a list of products shows as columns. */
export function columnsOf(kind: ProductKind): Fact[] {
  const facts = factsOf(kind);
  const { columns } = kind.words;
  if (!columns) return facts.slice(0, OTHER_COLUMNS);
  return columns.flatMap((name) => facts.filter((fact) => fact.name === name));
}
