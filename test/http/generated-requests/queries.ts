import type { Route } from "../../../src/http/route.ts";
import { productKinds } from "../../../src/kinds/kinds.ts";

/** The query strings of right requests to routes that need one, by the end of their path. */
const rightQueries: readonly (readonly [end: string, query: string])[] = [
  ["/histogram.svg", "benchmark=16&variant=harbour"],
  ["/upgrades", "kind=cpu"],
  ["/compare", "builds={build_id},{build_id}"],
  ["/compare/chart.svg", "runs={run_id},{run_id}"],
];

/** Returns the query string of a right request to a route, with {run_id} for a thing that `requestOf` puts in: another one each time. */
export function rightQueryOf({ path }: Route): string {
  return rightQueries.find(([end]) => path.endsWith(end))?.[1] ?? "";
}

/** The kinds of product, in the order in which the world has a product of each, and its chip behind them. */
const kinds = [...productKinds.map(({ name }) => name), "chip"];

/** Returns which of the known values of a parameter is right: of a route about one kind of product, the product of that kind. */
export function rightParameterOf({ path }: Route): number {
  return Math.max(kinds.indexOf(path.split("/")[2] ?? ""), 0);
}

/** Query strings that a parser may stumble over. */
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
