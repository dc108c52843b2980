import type { Meilisearch, MultiSearchQuery } from "meilisearch";
import { StoreUnavailableError } from "../../errors.ts";
import { facetsOf, readFacet, type Facets } from "./facets.ts";
import { productFilters, type ProductFilter } from "./filters.ts";
import type { ProductKind } from "../kinds/kind.ts";
import { normaliseQuery, type NormalisedQuery } from "../indexing/normalise.ts";
import { presentProduct } from "../presenter.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import type { SearchDocument } from "../indexing/search-document.ts";
import { searchEngineCode, searchIndexUid } from "../indexing/search-index.ts";

/** One page of what was found. */
interface ProductSearchAnswer {
  results: Record<string, unknown>[];
  /** How many products match, over all pages. */
  total: number;
  /** True where nothing has the model number that was typed, and these are the nearest names. */
  approximate?: true;
  facets?: Facets;
}

/** @throws StoreUnavailableError where the index is not there yet; or the client's error where Meilisearch is away */
export type SearchProducts = (
  kind: ProductKind,
  request: ProductSearchRequest,
) => Promise<ProductSearchAnswer>;

/** Codes letter by letter and words with typing errors; or the whole name with typing errors. */
const exactly = ["codes", "words"];
const byName = ["name"];

interface SearchPlan {
  kind: ProductKind;
  request: ProductSearchRequest;
  query: NormalisedQuery;
  filters: readonly ProductFilter[];
  /** What every query of the search shares. */
  base: BaseQuery;
}

type BaseQuery = Pick<MultiSearchQuery, "indexUid" | "q" | "matchingStrategy" | "attributesToSearchOn">;

/** The search over the indexes whose names begin with a prefix. */
export function createProductSearch(client: Meilisearch, indexPrefix: string): SearchProducts {
  return async (kind, request) => {
    const query = normaliseQuery(request.query ?? "");
    const filters = productFilters(kind, request);
    const run = (attributesToSearchOn?: string[]) => {
      const indexUid = searchIndexUid(indexPrefix, kind.name);
      const base: BaseQuery = {
        indexUid,
        q: query.text,
        matchingStrategy: "frequency",
        ...(attributesToSearchOn && { attributesToSearchOn }),
      };
      return runPlan(client, { kind, request, query, filters, base });
    };
    try {
      if (query.text === "") return (await run()).answer;
      const { answer, hasTypedModel } = await run(exactly);
      if (hasTypedModel) return answer;
      const near = await run(byName);
      return near.answer.total > 0 ? { ...near.answer, approximate: true } : answer;
    } catch (error) {
      const code = searchEngineCode(error);
      if (code === "index_not_found") throw new StoreUnavailableError("The search index", error);
      // An index that never held a document knows none of our attributes.
      if (code === "invalid_search_attributes_to_search_on") return (await run()).answer;
      throw error;
    }
  };
}

async function runPlan(client: Meilisearch, plan: SearchPlan) {
  const { kind, request, filters } = plan;
  const facets = request.facets ? facetsOf(kind) : [];
  const chosen = facets.filter(({ name }) => filters.some((filter) => filter.name === name));
  const probe = probeQuery(plan);
  const queries = [
    pageQuery(
      plan,
      facets.filter((facet) => !chosen.includes(facet)).map(({ attribute }) => attribute),
    ),
    ...chosen.map(({ name, attribute }) => facetQuery(plan, name, attribute)),
    ...(probe ? [probe] : []),
  ];
  const { results } = await client.multiSearch<{ queries: MultiSearchQuery[] }, SearchDocument>({ queries });
  const [page] = results;
  if (!page) throw new Error("Meilisearch answered a search without a result");

  const counted = (facet: (typeof facets)[number]) => results[chosen.indexOf(facet) + 1] ?? page;
  const answer: ProductSearchAnswer = {
    results: page.hits.map((hit) => presentProduct(kind, hit)),
    total: page.totalHits ?? 0,
    ...(request.facets && {
      facets: Object.fromEntries(facets.map((facet) => [facet.name, readFacet(facet, counted(facet))])),
    }),
  };
  return { answer, hasTypedModel: hasTypedModel(plan.query, (probe ? results.at(-1) : page)?.hits[0]) };
}

function pageQuery({ kind, request, query, filters, base }: SearchPlan, facets: string[]): MultiSearchQuery {
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

/** Counts a facet without its own filter, so that choosing a value does not make the others vanish. */
function facetQuery(
  { filters, base }: SearchPlan,
  name: ProductFilter["name"],
  attribute: string,
): MultiSearchQuery {
  const others = filters.filter((filter) => filter.name !== name);
  return { ...base, filter: others.map(({ expression }) => expression), limit: 0, facets: [attribute] };
}

/** Asks for the best match, where a model number was typed and the page itself does not begin with the best match. */
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
  // What is still equal then stands in the order of ids, by the last ranking rule.
  const byMakeAndModel = ["make:asc", "model:asc"];
  if (sort_by !== undefined) {
    const field = sorts[sort_by];
    return [`${field}:${sort_dir}`, ...byMakeAndModel.filter((rule) => !rule.startsWith(`${field}:`))];
  }
  return text === "" ? byMakeAndModel : undefined;
}

/** Whether the best match has one of the model numbers that were typed; the last word may be its beginning. */
function hasTypedModel({ text, modelNumbers }: NormalisedQuery, best: SearchDocument | undefined): boolean {
  if (modelNumbers.length === 0) return true;
  const codes = String(best?.["codes"] ?? "").split(" ");
  return modelNumbers.some((typed) =>
    codes.some((code) => code === typed || (text.endsWith(typed) && code.startsWith(typed))),
  );
}
