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

const orders: readonly OrderedBy[] = [
  { name: "Lowest price", sort_by: "price", sort_dir: "asc" },
  { name: "Highest price", sort_by: "price", sort_dir: "desc" },
  { name: "Performance", sort_by: "performance", sort_dir: "desc" },
  { name: "Value", sort_by: "value", sort_dir: "desc" },
];

/**
 * Returns the sort orders that a search page offers, and in addition the order of the request if the page does not
 * offer this order. Products on which no benchmark's scores depend have no order by performance or value.
 */
export function ordersOf(
  { comparedAs }: ProductKind,
  request: ProductSearchRequest,
  { path }: { path: string },
): Order[] {
  const { sort_by, sort_dir, query } = request;
  const first: OrderedBy = { name: query === undefined ? "Name" : "Best match", sort_dir: "asc" };
  const isCurrent = (order: OrderedBy) =>
    order.sort_by === sort_by && (sort_by === undefined || order.sort_dir === sort_dir);
  const listed = [first, ...orders.filter((order) => comparedAs !== undefined || order.sort_by === "price")];
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
} as const;

function nameOf(sort_by: keyof typeof otherNames, sort_dir: OrderedBy["sort_dir"]): OrderedBy {
  const isReverse = sort_dir === "desc" && (sort_by === "make" || sort_by === "manufacturer");
  return { name: `${otherNames[sort_by]}${isReverse ? ", from Z to A" : ""}`, sort_by, sort_dir };
}
