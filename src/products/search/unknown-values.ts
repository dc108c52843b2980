import { nearestNames } from "../../validation/nearest.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { filterKey } from "../indexing/filter-key.ts";
import { COMPARED_AS, keysAttribute } from "../indexing/search-document.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { entriesOf, numeral, quoted } from "./filters.ts";
import type { ProductPage, SearchScope, UnknownValue } from "./search-plan.ts";

/** The maximum number of similar values that an answer names for an unknown value of a filter. */
const MAX_NEAREST = 3;

/**
 * Adds to a found page the values of the list filters and of the filter `chip` that no product of the kind has. The
 * other filters of the request do not matter. Lists of several values are checked while the page is searched. A list of
 * one value is checked afterwards, and only if the page is empty, because any found product has the value.
 * @throws the error of the Meilisearch client if Meilisearch is unavailable
 */
export async function withUnknownValues<Found extends { page: ProductPage }>(
  scope: SearchScope,
  finding: Promise<Found>,
): Promise<Found> {
  const asked = askedLists(scope.kind, scope.request);
  const isLong = ({ values }: AskedList) => values.length > 1;
  const [found, inLists] = await Promise.all([finding, unknownAmong(scope, asked.filter(isLong))]);
  const alone = found.page.total > 0 ? [] : asked.filter((one) => !isLong(one));
  const others = await unknownAmong(scope, alone);
  const unknown = asked.flatMap(({ field }) => inLists.get(field) ?? others.get(field) ?? []);
  return unknown.length === 0 ? found : { ...found, page: { ...found.page, unknown_values: unknown } };
}

/**
 * Returns the values in the given lists that no product has, by filter. Sends one query to Meilisearch if products have
 * all values, otherwise two.
 */
async function unknownAmong(
  { ask, indexUid }: SearchScope,
  asked: readonly AskedList[],
): Promise<ReadonlyMap<string, UnknownValue[]>> {
  if (asked.length === 0) return new Map();
  const count = async (attributes: readonly string[], filter: string[]): Promise<Counts> => {
    const facets = [...new Set(attributes)];
    return (await ask({ indexUid, q: "", limit: 0, facets, filter })).facetDistribution ?? {};
  };
  const conditions = asked.map(
    ({ values, compared, literalOf }) => `${compared} IN [${values.map(literalOf).join(", ")}]`,
  );
  const found = await count(
    asked.map(({ compared }) => compared),
    [conditions.join(" OR ")],
  );
  const unknown = asked.flatMap((one) => {
    const keys = new Set(Object.keys(found[one.compared] ?? {}).map(one.keyOf));
    const values = one.values.filter((value) => !keys.has(one.keyOf(String(value))));
    return values.length === 0 ? [] : { ...one, values };
  });
  if (unknown.length === 0) return new Map();
  const known = await count(
    unknown.map(({ shown }) => shown),
    [],
  );
  return new Map(
    unknown.map((list) => {
      const nearestTo = nearestAmong(known[list.shown] ?? {}, list.keyOf);
      const { field, values } = list;
      return [field, values.map((value) => ({ field, value, nearest: nearestTo(value) }))];
    }),
  );
}

/** The number of products that have each value, by the attributes of the search index. */
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The distinct values in one filter of a search request. */
interface AskedList {
  field: string;
  values: readonly (string | number)[];
  /** The attribute of the search index with the values that the filter compares, without differences in spelling. */
  compared: string;
  literalOf: (value: string | number) => string;
  /** The attribute of the search index with the values of the filter's field in the spelling of the products. */
  shown: string;
  /** Returns the key by which the filter compares a value of the request. */
  keyOf: (value: string) => string;
}

function askedLists({ filters, comparedAs }: ProductKind, request: ProductSearchRequest): AskedList[] {
  const texts = entriesOf(filters.textLists).map(([field, shown]) => {
    const keyOf = (text: string) => filterKey(shown, text);
    const literalOf = (value: string | number) => quoted(keyOf(String(value)));
    return {
      field,
      values: different(request[field]),
      compared: keysAttribute(shown),
      literalOf,
      shown,
      keyOf,
    };
  });
  const numbers = entriesOf(filters.numberLists).map(([field, shown]) => {
    const literalOf = (value: string | number) => numeral(Number(value));
    return { field, values: different(request[field]), compared: shown, literalOf, shown, keyOf: asNumeral };
  });
  const chip = {
    field: "chip",
    values: comparedAs?.part === "chip" && request.chip !== undefined ? [request.chip] : [],
    compared: COMPARED_AS,
    literalOf: (slug: string | number) => quoted(String(slug)),
    shown: COMPARED_AS,
    keyOf: (slug: string) => slug.toLowerCase(),
  };
  const lists: AskedList[] = [...texts, ...numbers, chip];
  return lists.filter(({ values }) => values.length > 0);
}

const different = <Value>(values: readonly Value[] = []): Value[] => [...new Set(values)];

const asNumeral = (value: string) => String(Number(value));

/**
 * Returns a function that finds the known values that are most similar to a given value. Of equally similar values,
 * the most frequent values are returned.
 */
function nearestAmong(
  counts: NonNullable<Counts[string]>,
  keyOf: AskedList["keyOf"],
): (value: string | number) => (string | number)[] {
  const known = Object.entries(counts).toSorted((a, b) => b[1] - a[1]);
  const numbers = known.map(([one]) => Number(one));
  // Of several spellings of a known value, offer only the most frequent one.
  const byKey = new Map<string, string>();
  for (const [one] of known) {
    const key = keyOf(one);
    if (!byKey.has(key)) byKey.set(key, one);
  }
  const keys = [...byKey.keys()];
  return (value) => {
    if (typeof value === "number")
      return numbers.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value)).slice(0, MAX_NEAREST);
    const nearest = nearestNames(keyOf(value), keys, { limit: MAX_NEAREST, keyOf: (key) => key });
    return nearest.flatMap((key) => byKey.get(key) ?? []);
  };
}
