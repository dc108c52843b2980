import { nearestNames } from "../../validation/nearest.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { filterKey } from "../indexing/filter-key.ts";
import { COMPARED_AS, keysAttribute } from "../indexing/search-document.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { entriesOf, numeral, quoted } from "./filters.ts";
import type { SearchScope } from "./search-plan.ts";

/** A value in a filter of a request that no product of the kind has. */
export interface UnknownValue {
  /** The name of the filter in the request. */
  field: string;
  value: string | number;
  /** At most three values of products that are similar to `value`, the most similar first. */
  nearest: (string | number)[];
}

/** The maximum number of similar values. */
const MAX_NEAREST = 3;

/**
 * Returns the values in the list filters of a request, and the value of its filter `chip`, that no product of the kind
 * has; the other filters of the request do not matter. Sends no query for a request without such filters, one query if
 * all values are known, and else two.
 * @throws the client's error if Meilisearch is unavailable
 */
export async function findUnknownValues(scope: SearchScope): Promise<UnknownValue[]> {
  const { kind, request, ask, indexUid } = scope;
  const asked = askedValues(kind, request);
  if (asked.length === 0) return [];
  const count = async (attributes: readonly string[], filter: string[]): Promise<Counts> => {
    const facets = [...new Set(attributes)];
    return (await ask({ indexUid, q: "", limit: 0, facets, filter })).facetDistribution ?? {};
  };
  const isAsked = asked.map(({ compared, literal }) => `${compared} = ${literal}`).join(" OR ");
  const found = await count(
    asked.map(({ compared }) => compared),
    [isAsked],
  );
  const unknown = asked.filter(
    ({ compared, key, keyOf }) => !Object.keys(found[compared] ?? {}).some((one) => keyOf(one) === key),
  );
  if (unknown.length === 0) return [];
  const known = await count(
    unknown.map(({ shown }) => shown),
    [],
  );
  return unknown.map((one) => {
    return { field: one.field, value: one.value, nearest: nearestTo(one, known[one.shown] ?? {}) };
  });
}

/** How many products have each value, by the attributes of the index. */
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A value in a filter of a request. */
interface AskedValue {
  field: string;
  value: string | number;
  /** The attribute of the index that the filter compares, and the value in Meilisearch's filter language. */
  compared: string;
  literal: string;
  /** The attribute of the index that has the values as products show them. */
  shown: string;
  /** The form in which values are compared. */
  key: string;
  keyOf: (value: string) => string;
}

function askedValues({ filters, comparedAs }: ProductKind, request: ProductSearchRequest): AskedValue[] {
  const asked = (
    field: string,
    value: string | number,
    rest: Omit<AskedValue, "field" | "value" | "key">,
  ) => {
    return { field, value, key: rest.keyOf(String(value)), ...rest };
  };
  const texts = entriesOf(filters.textLists).flatMap(([field, shown]) =>
    (request[field] ?? []).map((value) => {
      const keyOf = (text: string) => filterKey(shown, text);
      return asked(field, value, {
        compared: keysAttribute(shown),
        literal: quoted(keyOf(value)),
        shown,
        keyOf,
      });
    }),
  );
  const numbers = entriesOf(filters.numberLists).flatMap(([field, shown]) =>
    (request[field] ?? []).map((value) =>
      asked(field, value, { compared: shown, literal: numeral(value), shown, keyOf: asNumeral }),
    ),
  );
  const chips = comparedAs?.part === "chip" && request.chip !== undefined ? [request.chip] : [];
  const ofChip = { compared: COMPARED_AS, shown: COMPARED_AS, keyOf: (slug: string) => slug.toLowerCase() };
  return [
    ...texts,
    ...numbers,
    ...chips.map((chip) => asked("chip", chip, { ...ofChip, literal: quoted(chip) })),
  ];
}

const asNumeral = (value: string) => String(Number(value));

/** Returns the known values that are most similar to a value; of equally similar values, the most frequent. */
function nearestTo({ value, key, keyOf }: AskedValue, counts: Counts[string]): (string | number)[] {
  const known = Object.entries(counts).toSorted((a, b) => b[1] - a[1]);
  if (typeof value === "number") {
    const numbers = known.map(([one]) => Number(one));
    return numbers.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value)).slice(0, MAX_NEAREST);
  }
  // Of several spellings of a value, only the most frequent is named.
  const byKey = new Map(known.toReversed().map(([one]) => [keyOf(one), one]));
  const shown = known.map(([one]) => one).filter((one) => byKey.get(keyOf(one)) === one);
  return nearestNames(key, shown, { limit: MAX_NEAREST, keyOf });
}
