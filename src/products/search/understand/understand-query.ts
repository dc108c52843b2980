import { fillerWords, kindWords } from "../../indexing/spelling/plain-words.ts";
import { toWords } from "../../indexing/normalise.ts";
import type { ProductKind } from "../../../kinds/kinds.ts";
import type { ProductSearchRequest } from "../../schemas.ts";
import type { Ask } from "../ask-together.ts";
import { entriesOf, numeral, quoted, type ProductFilter } from "../filters.ts";
import { readWords, without, type ReadWords } from "./read-words.ts";
import type { FamilyFilter, FieldFilter, WordFilter } from "./word-rule.ts";

/** Words of a search text that the search has read as a filter: "under 300" as `max_price: 300`. */
export interface UnderstoodWords {
  words: string;
  /** The field of the search request that the words mean, or `generation` or `architecture`. */
  field: string;
  value: number | string;
}

/** The search text and the filters that `understandQuery` has read from the text of a search request. */
export interface UnderstoodQuery {
  /** The text to search for; undefined if the request has no text. */
  query: string | undefined;
  /** The typed text without the words that were read as filters. */
  rest: string;
  filters: ProductFilter[];
  understood: UnderstoodWords[];
  /** Words of a search text that mean a limit that the search cannot apply, such as a price in another currency. */
  unusable: string[];
}

interface Asked {
  ask: Ask;
  indexUid: string;
  kind: ProductKind;
  request: ProductSearchRequest;
}

/**
 * Finds the words of a search text that mean filters, such as `under 300`. If the words name a generation or
 * architecture that no product of the searched kind has, they are searched like all other words.
 */
export async function understandQuery({ ask, indexUid, kind, request }: Asked): Promise<UnderstoodQuery> {
  const { query, literal } = request;
  const nothing = { query, rest: query ?? "", filters: [], understood: [], unusable: [] };
  if (query === undefined || literal) return nothing;
  const read = readWords(kind, query);
  const membersOf = await findMembers({ ask, indexUid }, read);
  const known = read.filter(({ filters }) =>
    filters.every((filter) => !isFamily(filter) || membersOf(filter).length > 0),
  );
  if (known.length === 0) return nothing;
  const filters = known.flatMap((one) => one.filters);
  const rest = without(query, known);
  return {
    query: searchedText(kind, rest),
    rest,
    filters: [
      ...fieldFilters(kind, filters.filter(isField)),
      ...familyFilters(filters.filter(isFamily), membersOf),
    ],
    understood: known.flatMap(({ words, filters: meant }) =>
      meant.map(({ field, value }) => ({ words, field, value })),
    ),
    unusable: known.flatMap(({ words, filters: meant }) => (meant.length === 0 ? [words] : [])),
  };
}

const isFamily = (filter: WordFilter): filter is FamilyFilter => "members" in filter;
const isField = (filter: WordFilter): filter is FieldFilter => !isFamily(filter);

/**
 * Finds, by one multi-search, the values in the search index that belong to the generations and architectures that a
 * text names.
 */
async function findMembers({ ask, indexUid }: Pick<Asked, "ask" | "indexUid">, read: readonly ReadWords[]) {
  const families = read.flatMap(({ filters }) => filters.filter(isFamily));
  const attributes = [...new Set(families.map(({ attribute }) => attribute))];
  if (attributes.length === 0) return () => [];
  const { facetDistribution = {} } = await ask({ indexUid, q: "", limit: 0, facets: attributes });
  return ({ attribute, members }: FamilyFilter): string[] =>
    Object.keys(facetDistribution[attribute] ?? {}).filter((value) => members.test(value));
}

/**
 * Returns the filters for the generations and architectures that a text names. Several generations, or several
 * architectures, are alternatives.
 */
function familyFilters(
  families: readonly FamilyFilter[],
  membersOf: (family: FamilyFilter) => string[],
): ProductFilter[] {
  const fields = [...new Set(families.map(({ field }) => field))];
  return fields.map((name) => {
    const own = families.filter(({ field }) => field === name);
    const expressions = own.map(
      (family) => `${family.attribute} IN [${membersOf(family).map(quoted).join(", ")}]`,
    );
    return { name, expression: expressions.join(" OR ") };
  });
}

/**
 * Returns the filters for the words that mean fields of the search request. Several values of a list are alternatives.
 */
function fieldFilters({ filters }: ProductKind, read: readonly FieldFilter[]): ProductFilter[] {
  const valuesOf = (field: string) =>
    read.filter((one) => one.field === field).map(({ value }) => numeral(value));
  return [
    ...entriesOf(filters.numberLists).flatMap(([name, attribute]) => {
      const values = valuesOf(name);
      return values.length === 0 ? [] : [{ name, expression: `${attribute} IN [${values.join(", ")}]` }];
    }),
    ...entriesOf(filters.ranges).flatMap(([name, attribute]) => {
      const from = valuesOf(`min_${name}`).map((value) => `${attribute} >= ${value}`);
      const to = valuesOf(`max_${name}`).map((value) => `${attribute} <= ${value}`);
      return from.concat(to).map((expression) => ({ name, expression }));
    }),
  ];
}

/**
 * Returns the text to search for. A text of only filler words, none of which names a kind, is replaced by the name of
 * the kind of product. Every product has this name, so the search lists all products that pass the filters, and the
 * best matches of the name come first.
 */
function searchedText({ name }: ProductKind, rest: string): string {
  const words = toWords(rest);
  const isList = words.every((word) => fillerWords.has(word)) && !words.some((word) => kindWords.has(word));
  return isList ? name : rest.trim().replaceAll(/\s+/g, " ");
}
