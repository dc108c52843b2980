import type { MultiSearchQuery } from "meilisearch";
import { measuredSortNames, type MeasuredSortName } from "../../kinds/kind.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { medianAttribute, valueAttribute } from "../scores/product-score.ts";
import type { ScoredBy } from "../scores/scored-by.ts";
import { numeral, type ProductFilter } from "./filters.ts";

/** Returns whether a value of the request field `sort_by` sorts by measured results. */
export function isMeasuredSort(sortBy: string | undefined): sortBy is MeasuredSortName {
  return measuredSortNames.some((name) => name === sortBy);
}

/** Returns the attribute by which the search index sorts products for a search by measured results. */
export function measuredSortAttribute(sortBy: MeasuredSortName, scoredBy: ScoredBy | null): string {
  const category = scoredBy?.category ?? null;
  return sortBy === "performance" ? medianAttribute(category) : valueAttribute(category);
}

/**
 * Returns the search condition for `min_score`: the median score of the product is known, and is at least
 * `min_score`.
 */
export function minScoreFilter(
  { min_score }: ProductSearchRequest,
  scoredBy: ScoredBy | null,
): ProductFilter[] {
  if (min_score === undefined) return [];
  const attribute = medianAttribute(scoredBy?.category ?? null);
  return [{ name: "min_score", expression: `${attribute} >= ${numeral(min_score)}` }];
}

/**
 * Turns the query for all products of a search into a query that counts the products with too few measured builds for a
 * median.
 */
export function unmeasuredQuery(query: MultiSearchQuery, scoredBy: ScoredBy | null): MultiSearchQuery {
  const condition = `${medianAttribute(scoredBy?.category ?? null)} NOT EXISTS`;
  return { ...query, filter: [query.filter ?? [], condition].flat(), page: 1, hitsPerPage: 0 };
}
