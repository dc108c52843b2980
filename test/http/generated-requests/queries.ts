import type { Route } from "../../../src/http/route.ts";

/** Query strings of valid requests to routes that need a query string, by the end of the path. */
const rightQueries: readonly (readonly [end: string, query: string])[] = [
  ["/histogram.svg", "benchmark=15"],
  ["/upgrades", "kind=cpu"],
  ["/compare", "builds={build_id},{build_id}"],
  ["/compare/chart.svg", "runs={run_id},{run_id}"],
];

/** Returns the query string of a valid request to a route. `requestOf` replaces each {run_id} by another id. */
export function rightQueryOf({ path }: Route): string {
  return rightQueries.find(([end]) => path.endsWith(end))?.[1] ?? "";
}

/** The kinds of product, in the order of the world's slugs. */
const kinds = ["cpu", "gpu", "ram", "motherboard"];

/**
 * Returns the index of a valid value among a parameter's known values: for a route of one kind of product, a product
 * of that kind.
 */
export function rightParameterOf({ path }: Route): number {
  return Math.max(kinds.indexOf(path.split("/")[2] ?? ""), 0);
}

/** Query strings that may break a parser. */
export const strangeQueries: readonly string[] = [
  "",
  "?",
  "&&&=&=",
  "%",
  "%zz=%c0",
  "__proto__=1&constructor=2",
  "__proto__[isAdmin]=true",
  "a".repeat(5000),
  Array.from({ length: 1500 }, (_, index) => `p${index}=1`).join("&"),
];
