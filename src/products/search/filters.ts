import { filterKey } from "../indexing/filter-key.ts";
import type {
  FlagName,
  NumberListName,
  ProductKind,
  RangeName,
  SwitchName,
  TextListName,
} from "../../kinds/kinds.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { COMPARED_AS, keysAttribute } from "../indexing/search-document.ts";

/** One condition of a search request, in Meilisearch's filter language. */
export interface ProductFilter {
  /** The name of the filter. The facet of the same name is counted without this filter. */
  name: FilterName;
  expression: string;
}

/**
 * The name of a filter in a search. `fits` limits the products to those that fit named parts, `min_score` to those with
 * at least a given median score, and `has_price` to those with a known price. `chip` limits the products to the cards
 * with the given chip, `generation` and `architecture` to the generation or architecture that the text names.
 */
export type FilterName =
  | TextListName
  | NumberListName
  | RangeName
  | FlagName
  | SwitchName
  | "fits"
  | "min_score"
  | "has_price"
  | "chip"
  | "generation"
  | "architecture";

/**
 * The lowest number that JavaScript writes with an exponent, 1e+21, which Meilisearch's filter language does not
 * understand.
 */
const EXPONENT_FROM = 1e21;

/** Returns the conditions of a search request that the kind of product supports; a product must meet all of them. */
export function productFilters(
  { filters, comparedAs }: ProductKind,
  request: ProductSearchRequest,
): ProductFilter[] {
  return [
    ...(comparedAs?.part === "chip" ? chipFilter(request) : []),
    ...pricedFilter(filters.ranges.price, request),
    ...entriesOf(filters.textLists).flatMap(([name, field]) => textListFilter(name, field, request[name])),
    ...entriesOf(filters.numberLists).flatMap(([name, field]) =>
      numberListFilter(name, field, request[name]),
    ),
    ...entriesOf(filters.ranges).flatMap(([name, field]) =>
      rangeFilter(name, field, request[`min_${name}`], request[`max_${name}`]),
    ),
    ...entriesOf(filters.flags).flatMap(([name, field]) =>
      request[name] === undefined ? [] : [{ name, expression: `${field} = ${request[name]}` }],
    ),
    ...entriesOf(filters.switches).flatMap(([name, field]) =>
      request[name] ? [{ name, expression: `${field} = true` }] : [],
    ),
  ];
}

/** Returns the filter for the graphics chip that a search request names; no filter if the request names no chip. */
function chipFilter({ chip }: ProductSearchRequest): ProductFilter[] {
  return chip === undefined ? [] : [{ name: "chip", expression: `${COMPARED_AS} = ${quoted(chip)}` }];
}

/** Returns the filter for products with a known price. @param field the field with the price of a product */
function pricedFilter(field: string | undefined, { has_price }: ProductSearchRequest): ProductFilter[] {
  return has_price && field !== undefined ? [{ name: "has_price", expression: `${field} IS NOT NULL` }] : [];
}

function textListFilter(
  name: TextListName,
  field: string,
  values: readonly string[] | undefined,
): ProductFilter[] {
  if (!values || values.length === 0) return [];
  const keys = [...new Set(values.map((value) => filterKey(field, value)))];
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

/** Writes a text in quotes for Meilisearch's filter language, with its own quotes and backslashes escaped. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Writes a number without an exponent, for Meilisearch's filter language. */
export function numeral(value: number): string {
  return Math.abs(value) < EXPONENT_FROM ? String(value) : BigInt(value).toString();
}

/** Returns the entries of a table, typed by its keys: Object.entries types every key as string. */
export function entriesOf<K extends string, V>(table: Readonly<Partial<Record<K, V>>>): [K, V][] {
  return Object.entries(table) as [K, V][];
}
