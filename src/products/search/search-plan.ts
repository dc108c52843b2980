import type { Meilisearch, MultiSearchQuery } from "meilisearch";
import { FIT_UNKNOWN } from "../fit/fit-attributes.ts";
import type { SearchDocument } from "../indexing/search-document.ts";
import type { ProductKind } from "../kinds/kind.ts";
import { presentProduct } from "../presenter.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { facetsOf, readFacet, type Facet, type Facets } from "./facets.ts";
import type { ProductFilter } from "./filters.ts";
import type { FitFilters } from "./fit-filters.ts";

/** One page of the products that match a request. */
export interface ProductPage {
  results: Record<string, unknown>[];
  /** How many products match, over all pages. */
  total: number;
  /** True where no product has the typed model number, and `results` are the products with the nearest names. */
  approximate?: true;
  /** Where products had to fit some parts: of how many it is not known whether they do. */
  fit_unknown?: number;
  facets?: Facets;
}

/** What a request asks for, and of which index. */
export interface SearchScope {
  client: Meilisearch;
  indexUid: string;
  kind: ProductKind;
  request: ProductSearchRequest;
  filters: readonly ProductFilter[];
  /** Given where the products must fit some parts. */
  fit: FitFilters | undefined;
  /** A further condition, which also applies where a facet is counted without its own filter. */
  condition?: string;
}

/** The text of a search, in Meilisearch's language: the last word may be incomplete, a word in quotes must occur as it is. */
export interface SearchText {
  q: string;
  /** `all`: every word must occur. `last`: the last words may be missing, but never a word in quotes. */
  matchingStrategy: "all" | "last";
}

/** Writes a word of a query so that it must occur as it is. */
export function phrase(word: string): string {
  return `"${word}"`;
}

/** A page and its best match. */
export interface FoundPage {
  page: ProductPage;
  /** The first product by relevance, also where the page is another one or has another order. */
  best: SearchDocument | undefined;
}

/** Lists everything. */
export const NO_TEXT: SearchText = { q: "", matchingStrategy: "all" };

/**
 * Finds the page of a request by one multi-search: first the query for the page, then one for each facet whose own filter is set,
 * and last the probe for the best match where it does not begin the page.
 */
export async function findPage(scope: SearchScope, text: SearchText): Promise<FoundPage> {
  const { client, kind, request, filters, fit } = scope;
  const facets = request.facets ? facetsOf(kind) : [];
  const filtered = facets.filter(({ name }) => filters.some((filter) => filter.name === name));
  const counted = facets.filter((facet) => !filtered.includes(facet));
  const probe = probeQuery(scope, text);
  const queries = [
    pageQuery(
      scope,
      text,
      counted.map(({ attribute }) => attribute),
    ),
    ...filtered.map(({ name, attribute }) => facetQuery(scope, text, name, attribute)),
    ...(probe ? [probe] : []),
  ];
  const { results } = await client.multiSearch<{ queries: MultiSearchQuery[] }, SearchDocument>({ queries });
  const [first] = results;
  if (!first) throw new Error("Meilisearch answered a search without a result");

  // The results of the filtered facets follow the page; all other facets were counted with the page.
  const countedFor = (facet: Facet) => results[filtered.indexOf(facet) + 1] ?? first;
  const total = first.totalHits ?? 0;
  const page: ProductPage = {
    results: first.hits.map((hit) => presentProduct(kind, hit)),
    total,
    ...(fit && { fit_unknown: fit.countUnknown(first.facetDistribution?.[FIT_UNKNOWN] ?? {}, total) }),
    ...(request.facets && {
      facets: Object.fromEntries(facets.map((facet) => [facet.name, readFacet(facet, countedFor(facet))])),
    }),
  };
  return { page, best: (probe ? results.at(-1) : first)?.hits[0] };
}

/** Returns what every query of a search shares. */
export function baseQuery({ indexUid, filters, condition }: SearchScope, text: SearchText): MultiSearchQuery {
  const expressions = filters.map(({ expression }) => expression);
  return {
    indexUid,
    ...text,
    filter: condition === undefined ? expressions : [...expressions, condition],
  };
}

/** Returns the attributes that a page shows of its products. */
export function shownAttributes({ record }: ProductKind): string[] {
  return [...Object.values(record), "codes"];
}

function pageQuery(scope: SearchScope, text: SearchText, facetAttributes: string[]): MultiSearchQuery {
  const { kind, request, fit } = scope;
  const facets = [...facetAttributes, ...(fit ? [FIT_UNKNOWN] : [])];
  const sort = sortOf(kind, request, text);
  return {
    ...baseQuery(scope, text),
    ...(sort && { sort }),
    page: request.page,
    hitsPerPage: request.limit,
    attributesToRetrieve: shownAttributes(kind),
    ...(facets.length > 0 && { facets }),
  };
}

/** Counts a facet without its own filter, so that the values that were not chosen stay visible. */
function facetQuery(
  scope: SearchScope,
  text: SearchText,
  name: ProductFilter["name"],
  attribute: string,
): MultiSearchQuery {
  const filters = scope.filters.filter((filter) => filter.name !== name);
  return { ...baseQuery({ ...scope, filters }, text), limit: 0, facets: [attribute] };
}

/** Asks for the best match where the page does not begin with it. */
function probeQuery(scope: SearchScope, text: SearchText): MultiSearchQuery | undefined {
  const { page, sort_by } = scope.request;
  if (text.q === "" || (page === 1 && sort_by === undefined)) return undefined;
  return { ...baseQuery(scope, text), limit: 1, attributesToRetrieve: ["codes"] };
}

function sortOf(
  { sorts }: ProductKind,
  { sort_by, sort_dir }: ProductSearchRequest,
  { q }: SearchText,
): string[] | undefined {
  const byMakeAndModel = ["make:asc", "model:asc", "id:asc"];
  if (sort_by !== undefined) {
    const field = sorts[sort_by];
    return [`${field}:${sort_dir}`, ...byMakeAndModel.filter((rule) => !rule.startsWith(`${field}:`))];
  }
  return q === "" ? byMakeAndModel : undefined;
}
