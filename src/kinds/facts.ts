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
 * Returns the facts of a kind of product, without the fields in SHOWN_ELSEWHERE: first those in `firstFacts`, then the
 * others in the order of the public record.
 */
export function factsOf(kind: ProductKind): Fact[] {
  const { firstFacts = [] } = kind.words;
  const facts = Object.entries(kind.record).flatMap(([name, field]): Fact[] => {
    const definition = kind.fields[field];
    if (!definition || SHOWN_ELSEWHERE.has(name)) return [];
    return [{ name, label: labelOfField(kind, field), definition }];
  });
  const first = firstFacts.flatMap((name) => facts.filter((fact) => fact.name === name));
  return [...first, ...facts.filter((fact) => !first.includes(fact))];
}

/**
 * Returns the value of a fact that several products share; products whose value is unknown are left out. Returns null
 * if the value is unknown for all products, or if they differ.
 */
export function sharedValue(products: readonly Readonly<Record<string, unknown>>[], name: string): unknown {
  const [value, ...others] = new Map(
    products
      .map((product) => product[name])
      .filter(isKnown)
      .map((value) => [JSON.stringify(value), value]),
  ).values();
  return others.length === 0 ? (value ?? null) : null;
}

/** Returns whether the value of a product's fact is known. An empty list counts as unknown. */
export function isKnown(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** Returns the facts that a list of products shows as columns. */
export function columnsOf(kind: ProductKind): Fact[] {
  const facts = factsOf(kind);
  const { columns } = kind.words;
  if (!columns) return facts.slice(0, OTHER_COLUMNS);
  return columns.flatMap((name) => facts.filter((fact) => fact.name === name));
}
