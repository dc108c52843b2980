import { foldKey } from "../indexing/fold-key.ts";
import type { FlagName, NumberListName, ProductKind, RangeName, TextListName } from "../kinds/kind.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { keysAttribute } from "../indexing/search-document.ts";

/** One condition, in Meilisearch's filter language. */
export interface ProductFilter {
  /** The list, range or flag that it comes from, so that a facet can be counted without it. */
  name: TextListName | NumberListName | RangeName | FlagName;
  expression: string;
}

/** From this size on JavaScript writes numbers with an exponent and a plus sign, which the filter language does not know. */
const EXPONENT_FROM = 1e21;

/** The conditions of a request that mean something for a kind; all of them must hold. */
export function productFilters({ filters }: ProductKind, request: ProductSearchRequest): ProductFilter[] {
  return [
    ...entriesOf(filters.textLists).flatMap(([name, field]) => textListFilter(name, field, request[name])),
    ...entriesOf(filters.numberLists).flatMap(([name, field]) =>
      numberListFilter(name, field, request[name]),
    ),
    ...entriesOf(filters.ranges).flatMap(([name, field]) =>
      rangeFilter(name, field, request[`min_${name}`], request[`max_${name}`]),
    ),
    ...entriesOf(filters.flags).flatMap(([name, field]) =>
      request[name] ? [{ name, expression: `${field} = true` }] : [],
    ),
  ];
}

function textListFilter(
  name: TextListName,
  field: string,
  values: readonly string[] | undefined,
): ProductFilter[] {
  if (!values || values.length === 0) return [];
  const keys = [...new Set(values.map(foldKey))];
  return [{ name, expression: `${keysAttribute(field)} IN [${keys.map(quoted).join(", ")}]` }];
}

function numberListFilter(
  name: NumberListName,
  field: string,
  values: readonly number[] | undefined,
): ProductFilter[] {
  if (!values || values.length === 0) return [];
  return [{ name, expression: `${field} IN [${values.map(numeral).join(", ")}]` }];
}

function rangeFilter(
  name: RangeName,
  field: string,
  min: number | undefined,
  max: number | undefined,
): ProductFilter[] {
  const bounds = [
    ...(min === undefined ? [] : [`${field} >= ${numeral(min)}`]),
    ...(max === undefined ? [] : [`${field} <= ${numeral(max)}`]),
  ];
  return bounds.length === 0 ? [] : [{ name, expression: bounds.join(" AND ") }];
}

/** A text in quotes, with quotes and backslashes in it escaped. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function numeral(value: number): string {
  return Math.abs(value) < EXPONENT_FROM ? String(value) : BigInt(value).toString();
}

/** Entries of a table, with the type of its names. */
export function entriesOf<K extends string, V>(table: Readonly<Partial<Record<K, V>>>): [K, V][] {
  return Object.entries(table) as [K, V][];
}
