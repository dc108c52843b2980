import type { ProductSearchRequest } from "../../products/index.ts";
import type { Pair } from "../lists/addresses.ts";

/** Default values of a search request, which are left out of addresses. */
const defaults: Readonly<Record<string, unknown>> = {
  page: 1,
  limit: 20,
  facets: false,
  has_price: false,
  wifi_only: false,
  literal: false,
};

/**
 * Returns a request as the query string of GET /products/<kind>, in the order of the request. The search page takes the
 * same query as the API, so that people can turn the address of the page into the address of the API, and vice versa.
 */
export function pairsOf(request: ProductSearchRequest): Pair[] {
  const { sort_by } = request;
  const { fits = {}, ...fields } = request;
  const named = Object.entries(fields).flatMap(([name, value]): Pair[] => {
    if (value === undefined || value === defaults[name]) return [];
    // Leave out a sort direction that has no effect: one without a sort order, and the default "asc".
    if (name === "sort_dir" && (sort_by === undefined || value === "asc")) return [];
    if (Array.isArray(value)) return value.map((one) => [name, String(one)] as const);
    return [[name, String(value)]];
  });
  return [...named, ...partsOf(fits)];
}

function partsOf(parts: Readonly<Record<string, string | undefined>>): Pair[] {
  return Object.entries(parts).flatMap(([kind, slug]): Pair[] =>
    slug === undefined ? [] : [[`fits.${kind}`, slug]],
  );
}
