import type { Route } from "../../../src/http/route.ts";
import { productKinds } from "../../../src/kinds/kinds.ts";

/**
 * The query strings of valid requests to the routes that need a query string, each with the end of the route's path.
 */
const rightQueries: readonly (readonly [end: string, query: string])[] = [
  ["/histogram.svg", "benchmark=16&variant=harbour"],
  ["/upgrades", "kind=cpu"],
  ["/compare", "builds={build_id},{build_id}"],
  ["/compare/preview.svg", "builds={build_id},{build_id}"],
  ["/compare/preview.png", "builds={build_id},{build_id}"],
  ["/compare/chart.svg", "runs={run_id},{run_id}"],
];

/**
 * Returns the query string of a valid request to a route. `requestOf` replaces each placeholder, such as {run_id}, by
 * the id of another resource.
 */
export function rightQueryOf({ path }: Route): string {
  return rightQueries.find(([end]) => path.endsWith(end))?.[1] ?? "";
}

/**
 * The names of the kinds of product, in the order in which `startWorld` loads one product of each kind, and `chip`,
 * whose slug `startWorld` adds last.
 */
const kinds = [...productKinds.map(({ name }) => name), "chip"];

/**
 * Returns the index of the known value that makes a valid request to a route: for a route about one kind of product,
 * the index of the product of that kind; otherwise 0.
 */
export function rightParameterOf({ path }: Route): number {
  return Math.max(kinds.indexOf(path.split("/")[2] ?? ""), 0);
}

/** Query strings that a parser may misinterpret. */
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
