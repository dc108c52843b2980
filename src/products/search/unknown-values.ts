import { nearestNames } from "../../validation/nearest.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { filterKey } from "../indexing/filter-key.ts";
import { COMPARED_AS, keysAttribute } from "../indexing/search-document.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { entriesOf, numeral, quoted } from "./filters.ts";
import type { ProductPage, SearchScope, UnknownValue } from "./search-plan.ts";

/** The maximum number of similar values. */
const MAX_NEAREST = 3;

/**
 * Adds to a found page the values in the list filters of its request, and the value of the filter `chip`, that no
 * product of the kind has; the other filters of the request do not matter. Lists of several values are checked while
 * the page is searched. The only value of a list is checked afterwards, and only if the page is empty, because any
 * found product has the value.
 * @throws the client's error if Meilisearch is unavailable
 */
export async function withUnknownValues<Found extends { page: ProductPage }>(
  scope: SearchScope,
  finding: Promise<Found>,
): Promise<Found> {
  const asked = askedValues(scope.kind, scope.request);
  const isAlone = ({ field }: AskedValue) => asked.filter((one) => one.field === field).length === 1;
  const [alone, ofLists] = [asked.filter(isAlone), asked.filter((one) => !isAlone(one))];
  const [found, inLists] = await Promise.all([finding, unknownAmong(scope, ofLists)]);
  const others = await unknownAmong(scope, found.page.total > 0 ? [] : alone);
  const unknown = asked.flatMap((one) => inLists.get(one) ?? others.get(one) ?? []);
  return unknown.length === 0 ? found : { ...found, page: { ...found.page, unknown_values: unknown } };
}

/** Returns those values that no product has. Sends one query if products have all values, and else two. */
async function unknownAmong(
  { ask, indexUid }: SearchScope,
  asked: readonly AskedValue[],
): Promise<Map<AskedValue, UnknownValue>> {
  if (asked.length === 0) return new Map();
  const count = async (attributes: readonly string[], filter: string[]): Promise<Counts> => {
    const facets = [...new Set(attributes)];
    return (await ask({ indexUid, q: "", limit: 0, facets, filter })).facetDistribution ?? {};
  };
  const found = await count(
    asked.map(({ compared }) => compared),
    [asked.map(({ compared, literal }) => `${compared} = ${literal}`).join(" OR ")],
  );
  const unknown = asked.filter(
    ({ compared, key, keyOf }) => !Object.keys(found[compared] ?? {}).some((one) => keyOf(one) === key),
  );
  if (unknown.length === 0) return new Map();
  const known = await count(
    unknown.map(({ shown }) => shown),
    [],
  );
  return new Map(
    unknown.map((one) => {
      return [one, { field: one.field, value: one.value, nearest: nearestTo(one, known[one.shown] ?? {}) }];
    }),
  );
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
