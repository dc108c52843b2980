import { capitalised, labelOfFilter } from "../../kinds/words.ts";
import type { ProductKind } from "../../kinds/kinds.ts";

/** The labels of parameters that several pages have. */
const labels: Readonly<Record<string, string>> = {
  query: "Search",
  page: "Page",
  limit: "Results on a page",
  sort_by: "Order",
  sort_dir: "Direction of the order",
  benchmark_id: "Benchmark",
  min_score: "Lowest score",
  fits: "Parts that fit",
  fits_build: "Parts that fit a build",
  has_price: "Price",
};

/** Returns the name of the parameter or field that has a fault: the first part of the fault's JSON pointer. */
export const parameterOf = ({ pointer }: { pointer: string }): string => pointer.split("/")[1] ?? "";

/**
 * Returns the label of a query parameter for people: the label of its field on the pages, else the parameter's name in
 * words.
 * @param kind the kind of product whose filters the parameter may set
 */
export function labelOfParameter(parameter: string, kind?: ProductKind): string {
  const known = labels[parameter];
  if (known !== undefined) return known;
  const [, end, filter = ""] = /^(?:(min|max)_)?(.*)$/.exec(parameter) ?? [];
  const label = kind ? labelOfFilter(kind, filter).name : inWords(filter);
  return end === undefined ? label : `${label}, ${end === "min" ? "from" : "up to"}`;
}

const inWords = (name: string) => capitalised(name.replaceAll("_", " "));
