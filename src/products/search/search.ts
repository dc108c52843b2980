import type { Meilisearch, MultiSearchQuery } from "meilisearch";
import type { Config } from "../../config.ts";
import { StoreUnavailableError } from "../../errors.ts";
import { normaliseQuery, type NormalisedQuery } from "../indexing/normalise.ts";
import { findNamedParts, type NamedPartsDeps } from "../fit/named-parts.ts";
import { FIT_UNKNOWN } from "../fit/fit-attributes.ts";
import type { SearchDocument } from "../indexing/search-document.ts";
import { searchEngineCode, searchIndexUid } from "../indexing/search-index.ts";
import type { ProductKind } from "../kinds/kind.ts";
import { presentProduct } from "../presenter.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { facetsOf, readFacet, type Facet, type Facets } from "./facets.ts";
import { productFilters, type ProductFilter } from "./filters.ts";
import { fitFilters, type FitFilters } from "./fit-filters.ts";
import { createLostIndexes, type LostIndexesDeps } from "./lost-indexes.ts";

/** Finds products in the search indexes. */
export type ProductSearch = ReturnType<typeof createProductSearch>;

interface ProductSearchDeps extends LostIndexesDeps, NamedPartsDeps {
  client: Meilisearch;
  config: Pick<Config, "MEILI_INDEX_PREFIX">;
}

/** Creates the search. */
export function createProductSearch({ client, config, ...deps }: ProductSearchDeps) {
  const lostIndexes = createLostIndexes(deps);
  return {
    /**
     * Finds the products of a kind that match a request. Where no product has the model number that was typed, it returns
     * the products with the nearest names instead, marked as `approximate`. What is no known model may be a part number.
     * @throws InvalidInputError where the request names a part or a build that there is not; StoreUnavailableError where the kind has
     * no index, and then asks the workers for it; or the client's error where Meilisearch is unavailable
     */
    find: async (kind: ProductKind, request: ProductSearchRequest): Promise<ProductPage> => {
      const query = normaliseQuery(request.query ?? "");
      const parts = await findNamedParts(deps, request);
      const fit = parts && fitFilters(kind, parts);
      const filters = [...productFilters(kind, request), ...(fit?.filters ?? [])];
      const run = (attributesToSearchOn?: string[], asked = query) => {
        const indexUid = searchIndexUid(config.MEILI_INDEX_PREFIX, kind.name);
        const base: BaseQuery = {
          indexUid,
          q: asked.text,
          matchingStrategy: "frequency",
          ...(attributesToSearchOn && { attributesToSearchOn }),
        };
        return runPlan(client, { kind, request, query: asked, filters, fit, base });
      };
      try {
        if (query.text === "") return (await run()).page;
        const { page, hasTypedModel } = await run(exactAttributes);
        if (hasTypedModel && query.modelNumbers.length > 0) return page;
        if (query.partNumbers.length > 0) {
          const found = await run(exactAttributes, partNumberQuery(query));
          if (found.hasTypedModel) return found.page;
        }
        if (hasTypedModel) return page;
        const { page: nearest } = await run(nameAttribute);
        return nearest.total > 0 ? { ...nearest, approximate: true } : page;
      } catch (error) {
        const code = searchEngineCode(error);
        if (code === "index_not_found") {
          lostIndexes.restore();
          throw new StoreUnavailableError("The search index", error);
        }
        // An index that has never held a document knows none of our attributes.
        if (code === "invalid_search_attributes_to_search_on") return (await run()).page;
        throw error;
      }
    },
  };
}

/** Returns the query for the part numbers alone: each is one word of the index, which their hyphens divide in other queries. */
function partNumberQuery({ partNumbers }: NormalisedQuery): NormalisedQuery {
  return { text: partNumbers.join(" "), modelNumbers: partNumbers, partNumbers: [] };
}

/** One page of the products that match a request. */
interface ProductPage {
  results: Record<string, unknown>[];
  /** How many products match, over all pages. */
  total: number;
  /** True where no product has the typed model number, and `results` are the products with the nearest names. */
  approximate?: true;
  /** Where products had to fit some parts: of how many it is not known whether they do. */
  fit_unknown?: number;
  facets?: Facets;
}

/** Codes must match letter by letter; words tolerate typing errors. */
const exactAttributes = ["codes", "words"];
/** The whole name tolerates typing errors, codes included. */
const nameAttribute = ["name"];

/** A request, translated for Meilisearch. */
interface SearchPlan {
  kind: ProductKind;
  request: ProductSearchRequest;
  query: NormalisedQuery;
  filters: readonly ProductFilter[];
  fit: FitFilters | undefined;
  /** What every query of the search shares. */
  base: BaseQuery;
}

type BaseQuery = Pick<MultiSearchQuery, "indexUid" | "q" | "matchingStrategy" | "attributesToSearchOn">;

/**
 * Sends the queries of a plan as one multi-search: first the query for the page, then one for each facet whose own filter is
 * set, and last the probe for the best match where there is one.
 */
async function runPlan(client: Meilisearch, plan: SearchPlan) {
  const { kind, request, filters, fit } = plan;
  const facets = request.facets ? facetsOf(kind) : [];
  const filtered = facets.filter(({ name }) => filters.some((filter) => filter.name === name));
  const probe = probeQuery(plan);
  const queries = [
    pageQuery(
      plan,
      facets.filter((facet) => !filtered.includes(facet)).map(({ attribute }) => attribute),
    ),
    ...filtered.map(({ name, attribute }) => facetQuery(plan, name, attribute)),
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
  const best = (probe ? results.at(-1) : first)?.hits[0];
  return { page, hasTypedModel: hasTypedModel(plan.query, best) };
}

function pageQuery(
  { kind, request, query, filters, fit, base }: SearchPlan,
  facetAttributes: string[],
): MultiSearchQuery {
  const facets = [...facetAttributes, ...(fit ? [FIT_UNKNOWN] : [])];
  const sort = sortOf(kind, request, query);
  return {
    ...base,
    filter: filters.map(({ expression }) => expression),
    ...(sort && { sort }),
    page: request.page,
    hitsPerPage: request.limit,
    attributesToRetrieve: [...Object.values(kind.record), "codes"],
    ...(facets.length > 0 && { facets }),
  };
}

/** Counts a facet without its own filter, so that the values that were not chosen stay visible. */
function facetQuery(
  { filters, base }: SearchPlan,
  name: ProductFilter["name"],
  attribute: string,
): MultiSearchQuery {
  const others = filters.filter((filter) => filter.name !== name);
  return { ...base, filter: others.map(({ expression }) => expression), limit: 0, facets: [attribute] };
}

/** Asks for the best match where a model number was typed and the page does not begin with the best match. */
function probeQuery({ request, query, filters, base }: SearchPlan): MultiSearchQuery | undefined {
  if (query.modelNumbers.length === 0) return undefined;
  if (request.page === 1 && request.sort_by === undefined) return undefined;
  const filter = filters.map(({ expression }) => expression);
  return { ...base, filter, limit: 1, attributesToRetrieve: ["codes"] };
}

function sortOf(
  { sorts }: ProductKind,
  { sort_by, sort_dir }: ProductSearchRequest,
  { text }: NormalisedQuery,
): string[] | undefined {
  // Products with the same make and model follow each other by id: the last ranking rule.
  const byMakeAndModel = ["make:asc", "model:asc"];
  if (sort_by !== undefined) {
    const field = sorts[sort_by];
    return [`${field}:${sort_dir}`, ...byMakeAndModel.filter((rule) => !rule.startsWith(`${field}:`))];
  }
  return text === "" ? byMakeAndModel : undefined;
}

/** Whether the best match has one of the typed model numbers. The last word may be incomplete, while somebody types. */
function hasTypedModel({ text, modelNumbers }: NormalisedQuery, best: SearchDocument | undefined): boolean {
  if (modelNumbers.length === 0) return true;
  const codes = String(best?.["codes"] ?? "").split(" ");
  return modelNumbers.some((typed) =>
    codes.some((code) => code === typed || (text.endsWith(typed) && code.startsWith(typed))),
  );
}
