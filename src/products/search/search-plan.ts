import type { MultiSearchQuery } from "meilisearch";
import type { Ask } from "./ask-together.ts";
import { FIT_UNKNOWN } from "../fit/fit-attributes.ts";
import { COMPARED_AS, GENERATION, type SearchDocument } from "../indexing/search-document.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { shownAttributes } from "../indexing/search-settings.ts";
import { presentProduct, type ProductRecord } from "../presenter.ts";
import { POPULARITY } from "../../kinds/kind.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { MEASURED_BUILDS } from "../scores/product-score.ts";
import { asksForResults, type ScoredBy } from "../scores/scored-by.ts";
import { facetsOf, readFacet, type Facet, type Facets } from "./facets.ts";
import type { ProductFilter } from "./filters.ts";
import type { FitFilters } from "./fit-filters.ts";
import type { UnderstoodWords } from "./understand/understand-query.ts";
import { isMeasuredSort, measuredSortAttribute, unmeasuredQuery } from "./measured-order.ts";

/** One page of the products that match a request. */
export interface ProductPage {
  results: ProductRecord[];
  /** The number of products that match the request, over all pages. */
  total: number;
  /** True if no product has the typed model number, so that `results` are the products with the nearest names. */
  approximate?: true;
  /** The words of the search text that were read as filters; present if there are any. */
  understood?: UnderstoodWords[];
  /** The words of the search text that had no part in the search; present if there are any. */
  ignored_words?: string[];
  /**
   * The number of products of which it is unknown whether they fit the parts that the request names; present if the
   * request names parts.
   */
  fit_unknown?: number;
  /**
   * The number of products with too few measured builds for a median; present if products are sorted by measured
   * results.
   */
  unmeasured?: number;
  /** The benchmark and variant by which products are compared; present if the request asks for measured results. */
  scored_by?: Omit<ScoredBy, "category">;
  /** The values in the list filters of the request that no product of the kind has; absent if all values are known. */
  unknown_values?: UnknownValue[];
  facets?: Facets;
  /** The slugs of the chips of all found products; present for a search that looks for chips. */
  chips?: string[];
}

/** A value in a filter of a request that no product of the kind has. */
export interface UnknownValue {
  /** The name of the filter in the search request. */
  field: string;
  value: string | number;
  /** Values of products that are similar to the unknown `value`, at most three, the most similar first. */
  nearest: (string | number)[];
}

/** A search for products: the request with its filters, and the index to search in. */
export interface SearchScope {
  ask: Ask;
  indexUid: string;
  kind: ProductKind;
  request: ProductSearchRequest;
  filters: readonly ProductFilter[];
  /** The filters for products that fit the parts that the request names; undefined if the request names no parts. */
  fit: FitFilters | undefined;
  /** The benchmark and variant by which products are compared; null if they are not known. */
  scoredBy: ScoredBy | null;
  /** The day before which a price is old, YYYY-MM-DD. */
  oldBefore: string;
  /** A further condition of the search, which also applies if a facet is counted without its own filter. */
  condition?: string;
  /** Whether words of the text were read as filters, and are therefore not among the searched words. */
  hasReadFilters?: boolean;
  /** Whether the search also looks for the chips of all products that it finds. */
  findsChips: boolean;
}

/**
 * The text of a search, in Meilisearch's query syntax: the last word may be incomplete, a word in quotes must occur as
 * it is.
 */
export interface SearchText {
  q: string;
  /**
   * How Meilisearch matches words. `all`: every word must occur in a product. `last`: the last words may be missing,
   * but never a word in quotes.
   */
  matchingStrategy: "all" | "last";
}

/** Puts a word of a query in quotes, so that the word must occur as it is. */
export function phrase(word: string): string {
  return `"${word}"`;
}

/** A page of the found products, and the product that matches the text best. */
export interface FoundPage {
  page: ProductPage;
  /** The product that matches the text best, even if the page is not the first page or is sorted in another order. */
  best: SearchDocument | undefined;
}

/** The empty search text, which lists all products. */
export const NO_TEXT: SearchText = { q: "", matchingStrategy: "all" };

/**
 * Finds the page of a search request by one multi-search. It contains the query for the page, and a query for the
 * best match if the page does not begin with that match. It counts the products without enough measured builds if
 * products are sorted by measured results. It also has a query for each facet whose own filter is set.
 */
export async function findPage(scope: SearchScope, text: SearchText): Promise<FoundPage> {
  const { ask, kind, request, filters, fit, scoredBy } = scope;
  const facets = request.facets ? facetsOf(kind) : [];
  const filtered = facets.filter(({ name }) => filters.some((filter) => filter.name === name));
  const counted = facets.filter((facet) => !filtered.includes(facet));
  const isMeasured = isMeasuredSort(request.sort_by);
  const probe = probeQuery(scope, text);
  const [first, probed, unmeasured, ...others] = await Promise.all([
    ask(pageQuery(scope, text, counted)),
    probe && ask(probe),
    isMeasured ? ask(unmeasuredQuery(baseQuery(scope, text), scoredBy)) : undefined,
    ...filtered.map(({ name, attribute }) => ask(facetQuery(scope, text, name, attribute))),
  ]);
  const countedFor = (facet: Facet) => others[filtered.indexOf(facet)] ?? first;
  const total = first.totalHits ?? 0;
  const page: ProductPage = {
    results: first.hits.map((hit) => presentProduct(kind, hit, scope)),
    total,
    ...(fit && { fit_unknown: fit.countUnknown(first.facetDistribution?.[FIT_UNKNOWN] ?? {}, total) }),
    ...(scope.findsChips && { chips: Object.keys(first.facetDistribution?.[COMPARED_AS] ?? {}) }),
    ...(isMeasured && { unmeasured: unmeasured?.totalHits ?? 0 }),
    ...(scoredBy &&
      asksForResults(request) && {
        scored_by: withoutCategory(scoredBy),
      }),
    ...(request.facets && {
      facets: Object.fromEntries(facets.map((facet) => [facet.name, readFacet(facet, countedFor(facet))])),
    }),
  };
  return { page, best: (probed ?? first).hits[0] };
}

/** Returns the fields that all queries of a search to Meilisearch share. */
export function baseQuery({ indexUid, filters, condition }: SearchScope, text: SearchText): MultiSearchQuery {
  const expressions = filters.map(({ expression }) => expression);
  return {
    indexUid,
    ...text,
    filter: condition === undefined ? expressions : [...expressions, condition],
  };
}

function pageQuery(scope: SearchScope, text: SearchText, counted: readonly Facet[]): MultiSearchQuery {
  const { kind, request, fit, findsChips } = scope;
  const facets = [
    ...counted.map(({ attribute }) => attribute),
    ...(fit ? [FIT_UNKNOWN] : []),
    ...(findsChips ? [COMPARED_AS] : []),
  ];
  const sort = sortOf(scope, text);
  return {
    ...baseQuery(scope, text),
    ...(sort && { sort }),
    page: request.page,
    hitsPerPage: request.limit,
    attributesToRetrieve: shownAttributes(kind),
    ...(facets.length > 0 && { facets }),
  };
}

/**
 * Returns the query that counts a facet without the facet's own filter, so that the values that were not chosen stay
 * visible.
 */
function facetQuery(
  scope: SearchScope,
  text: SearchText,
  name: ProductFilter["name"],
  attribute: string,
): MultiSearchQuery {
  const filters = scope.filters.filter((filter) => filter.name !== name);
  return { ...baseQuery({ ...scope, filters }, text), limit: 0, facets: [attribute] };
}

/**
 * Returns the query for the best match of a search; undefined if the page begins with the best match or the search
 * has no text.
 */
function probeQuery(scope: SearchScope, text: SearchText): MultiSearchQuery | undefined {
  const { page, sort_by } = scope.request;
  if (text.q === "" || (page === 1 && sort_by === undefined)) return undefined;
  return { ...baseQuery(scope, text), limit: 1, attributesToRetrieve: shownAttributes(scope.kind) };
}

function withoutCategory({ category: _category, ...shown }: ScoredBy): Omit<ScoredBy, "category"> {
  return shown;
}

function sortOf({ kind, request, scoredBy }: SearchScope, { q }: SearchText): string[] | undefined {
  const { sort_by, sort_dir } = request;
  const byMakeAndModel = ["make:asc", "model:asc", "id:asc"];
  if (sort_by === POPULARITY) return [`${MEASURED_BUILDS}:desc`, `${GENERATION}:desc`, ...byMakeAndModel];
  if (sort_by !== undefined) {
    const field = isMeasuredSort(sort_by) ? measuredSortAttribute(sort_by, scoredBy) : kind.sorts[sort_by];
    return [`${field}:${sort_dir}`, ...byMakeAndModel.filter((rule) => !rule.startsWith(`${field}:`))];
  }
  return q === "" ? byMakeAndModel : undefined;
}
