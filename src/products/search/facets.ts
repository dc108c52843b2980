import { z } from "zod";
import { countOf } from "../../answers/figures.ts";
import { entriesOf, type FilterName } from "./filters.ts";
import { filterKey } from "../indexing/filter-key.ts";
import type { ProductKind } from "../../kinds/kinds.ts";

/**
 * A facet of a kind of product: the values that occur for a filter, or the ends of a range. A product whose value is
 * unknown is not counted.
 */
export interface Facet {
  name: FilterName;
  /** The attribute of the search index whose values the facet counts. */
  attribute: string;
  type: "texts" | "numbers" | "flags" | "range";
}

interface FacetValue {
  value: string | number | boolean;
  count: number;
}

interface FacetRange {
  min: number | null;
  max: number | null;
}

/** The facets (counts of values) of a response, by the names of their filters. */
export type Facets = Record<string, FacetValue[] | FacetRange>;

/** The counts and the ranges of attributes in an answer of Meilisearch about facets. */
interface Counted {
  facetDistribution?: Record<string, Record<string, number>>;
  facetStats?: Record<string, { min: number; max: number }>;
}

/** Returns the facets (counts of values) of a kind of product, one for each filter of the kind. */
export function facetsOf({ filters }: ProductKind): Facet[] {
  const named =
    (type: Facet["type"]) =>
    ([name, attribute]: [Facet["name"], string]): Facet => ({ name, attribute, type });
  return [
    ...entriesOf(filters.textLists).map(named("texts")),
    ...entriesOf(filters.numberLists).map(named("numbers")),
    ...entriesOf(filters.ranges).map(named("range")),
    ...entriesOf(filters.flags).map(named("flags")),
    ...entriesOf(filters.switches).map(named("flags")),
  ];
}

/** Returns the schema of the facets (counts of values) in a response about products of a kind. */
export function facetsSchema(kind: ProductKind) {
  const count = countOf("products have the value", 1);
  const unit = "in the unit of the field that the filter compares";
  const end = (which: string) =>
    z
      .number()
      .nullable()
      .meta({ description: `The ${which} value of the products, ${unit}; null = no product has a value` });
  const schemas = {
    texts: z.array(z.strictObject({ value: z.string(), count })),
    numbers: z.array(
      z.strictObject({
        value: z.number().meta({ description: `A value that products have, ${unit}` }),
        count,
      }),
    ),
    flags: z.array(z.strictObject({ value: z.boolean(), count })),
    range: z.strictObject({ min: end("lowest"), max: end("highest") }),
  };
  const fields = Object.fromEntries(facetsOf(kind).map(({ name, type }) => [name, schemas[type]]));
  return z.strictObject(fields).meta({ id: `Facets_${kind.name}` });
}

/** Returns a facet, made from Meilisearch's counts for the attribute of the facet. */
export function readFacet({ attribute, type }: Facet, counted: Counted): FacetValue[] | FacetRange {
  if (type === "range") return counted.facetStats?.[attribute] ?? { min: null, max: null };
  const counts = Object.entries(counted.facetDistribution?.[attribute] ?? {});
  if (type === "numbers") return byCount(counts.map(([value, count]) => ({ value: Number(value), count })));
  if (type === "flags") return byCount(counts.map(([value, count]) => ({ value: value === "true", count })));
  return byCount(mergeSpellings(attribute, counts));
}

/** Adds up a facet's counts of spellings that a filter cannot tell apart, under the most frequent spelling. */
function mergeSpellings(field: string, counts: readonly (readonly [string, number])[]): FacetValue[] {
  const merged = new Map<string, { value: string; count: number }>();
  for (const [value, count] of counts.toSorted((a, b) => b[1] - a[1])) {
    const key = filterKey(field, value);
    const known = merged.get(key);
    if (known) known.count += count;
    else merged.set(key, { value, count });
  }
  merged.delete("");
  return [...merged.values()];
}

function byCount(values: FacetValue[]): FacetValue[] {
  return values.toSorted((a, b) => b.count - a.count || compareValues(a.value, b.value));
}

/** Orders texts or numbers, the smallest first. */
export function compareValues(a: FacetValue["value"], b: FacetValue["value"]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
