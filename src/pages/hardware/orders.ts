import { POPULARITY } from "../../kinds/kind.ts";
import type { ProductKind, ProductSearchRequest } from "../../products/index.ts";
import { addressOf, changed, type Pair } from "../lists/addresses.ts";
import { pairsOf } from "./search-address.ts";

/** A sort order of products, and the address of the same search in this order. */
export interface Order {
  name: string;
  href: string;
  isCurrent: boolean;
}

interface OrderedBy {
  name: string;
  sort_by?: ProductSearchRequest["sort_by"];
  sort_dir: ProductSearchRequest["sort_dir"];
}

/**
 * Returns the order by popularity. For kinds of products on which no benchmark's scores depend, popularity is unknown,
 * and the order is by generation: it begins with the newest type of memory and, of each type, with the fastest kits or
 * the highest numbers of chipsets.
 */
const popularityOf = ({ words }: Pick<ProductKind, "words">): OrderedBy => ({
  name: words.newestOrder ?? "Popularity",
  sort_by: POPULARITY,
  sort_dir: "asc",
});

const orders: readonly OrderedBy[] = [
  { name: "Name", sort_by: "make", sort_dir: "asc" },
  { name: "Lowest price", sort_by: "price", sort_dir: "asc" },
  { name: "Highest price", sort_by: "price", sort_dir: "desc" },
  { name: "Performance", sort_by: "performance", sort_dir: "desc" },
  { name: "Value", sort_by: "value", sort_dir: "desc" },
];

/**
 * Returns the order in which a search page lists the products of a request that names no order: by relevance if the
 * request has a text, and else by popularity.
 */
export function usualOrder({ query }: Pick<ProductSearchRequest, "query">): typeof POPULARITY | undefined {
  return query === undefined ? POPULARITY : undefined;
}

/**
 * Returns the sort orders that a search page offers, and in addition the order of the request if the page does not
 * offer this order. Products on which no benchmark's scores depend have no order by performance or value.
 */
export function ordersOf(
  kind: ProductKind,
  request: ProductSearchRequest,
  { path }: { path: string },
): Order[] {
  const { sort_dir } = request;
  const popularity = popularityOf(kind);
  // The default order needs no `sort_by` in the address.
  const sort_by = request.sort_by === usualOrder(request) ? undefined : request.sort_by;
  const first: OrderedBy[] =
    request.query === undefined
      ? [{ name: popularity.name, sort_dir: "asc" }]
      : [{ name: "Best match", sort_dir: "asc" }, popularity];
  const isDirected = sort_by !== undefined && sort_by !== POPULARITY;
  const isCurrent = (order: OrderedBy) =>
    order.sort_by === sort_by && (!isDirected || order.sort_dir === sort_dir);
  const isMeasured = (order: OrderedBy) => order.sort_by === "performance" || order.sort_by === "value";
  const listed = [...first, ...orders.filter((order) => kind.comparedAs !== undefined || !isMeasured(order))];
  const named = listed.some(isCurrent) || sort_by === undefined ? [] : [{ ...nameOf(sort_by, sort_dir) }];
  return [...listed, ...named].map((order) => {
    const add: Pair[] = [
      ...(order.sort_by === undefined ? [] : [["sort_by", order.sort_by] as const]),
      ...(order.sort_dir === "asc" ? [] : [["sort_dir", order.sort_dir] as const]),
    ];
    const pairs = changed(pairsOf(request), { without: ["sort_by", "sort_dir"], add });
    return { name: order.name, href: addressOf(path, pairs), isCurrent: isCurrent(order) };
  });
}

const otherNames = {
  make: "Make",
  manufacturer: "Maker",
  price: "Price",
  performance: "Lowest performance",
  value: "Lowest value",
  popularity: "Popularity",
} as const;

function nameOf(sort_by: keyof typeof otherNames, sort_dir: OrderedBy["sort_dir"]): OrderedBy {
  const isReverse = sort_dir === "desc" && (sort_by === "make" || sort_by === "manufacturer");
  return { name: `${otherNames[sort_by]}${isReverse ? ", from Z to A" : ""}`, sort_by, sort_dir };
}
