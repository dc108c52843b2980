import { z } from "zod";
import { entriesOf, type ProductFilter } from "./filters.ts";
import { foldKey } from "../indexing/fold-key.ts";
import type { ProductKind } from "../kinds/kind.ts";

/** A facet of a kind: a list filter with the values that occur, or a range with its ends. */
interface Facet {
  name: ProductFilter["name"];
  /** The attribute of the search index that is counted. */
  attribute: string;
  form: "texts" | "numbers" | "range";
}

interface FacetValue {
  value: string | number;
  count: number;
}

interface FacetRange {
  min: number | null;
  max: number | null;
}

/** Facets as the answer gives them, by the names of the filters. */
export type Facets = Record<string, FacetValue[] | FacetRange>;

/** What Meilisearch counts. */
interface Counted {
  facetDistribution?: Record<string, Record<string, number>>;
  facetStats?: Record<string, { min: number; max: number }>;
}

/** The facets of a kind: its list filters and ranges. */
export function facetsOf({ filters }: ProductKind): Facet[] {
  const named =
    (form: Facet["form"]) =>
    ([name, attribute]: [Facet["name"], string]): Facet => ({ name, attribute, form });
  return [
    ...entriesOf(filters.textLists).map(named("texts")),
    ...entriesOf(filters.numberLists).map(named("numbers")),
    ...entriesOf(filters.ranges).map(named("range")),
  ];
}

/** The form of a kind's facets in an answer. */
export function facetsSchema(kind: ProductKind) {
  const count = z.int().min(1);
  const forms = {
    texts: z.array(z.strictObject({ value: z.string(), count })),
    numbers: z.array(z.strictObject({ value: z.number(), count })),
    range: z.strictObject({ min: z.number().nullable(), max: z.number().nullable() }),
  };
  return z.strictObject(Object.fromEntries(facetsOf(kind).map(({ name, form }) => [name, forms[form]])));
}

/** One facet out of what was counted for it. */
export function readFacet({ attribute, form }: Facet, counted: Counted): FacetValue[] | FacetRange {
  if (form === "range") return counted.facetStats?.[attribute] ?? { min: null, max: null };
  const counts = Object.entries(counted.facetDistribution?.[attribute] ?? {});
  if (form === "numbers") return byCount(counts.map(([value, count]) => ({ value: Number(value), count })));
  return byCount(mergeSpellings(counts));
}

/** Spellings that a filter takes for the same value are one value, under the spelling that is counted most. */
function mergeSpellings(counts: readonly (readonly [string, number])[]): FacetValue[] {
  const merged = new Map<string, { value: string; count: number }>();
  for (const [value, count] of counts.toSorted((a, b) => b[1] - a[1])) {
    const key = foldKey(value);
    const known = merged.get(key);
    if (known) known.count += count;
    else merged.set(key, { value, count });
  }
  merged.delete("");
  return [...merged.values()];
}

function byCount(values: FacetValue[]): FacetValue[] {
  return values.toSorted((a, b) => b.count - a.count || compare(a.value, b.value));
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
