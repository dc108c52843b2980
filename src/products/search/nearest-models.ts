import type { MultiSearchQuery } from "meilisearch";
import type { NormalisedQuery } from "../indexing/normalise.ts";
import { MODEL_NAME } from "../indexing/search-settings.ts";
import type { SearchDocument } from "../indexing/search-document.ts";
import { presentProduct } from "../presenter.ts";
import { compareValues } from "./facets.ts";
import { quoted } from "./filters.ts";
import { knownWords } from "./fitting-words.ts";
import { modelDistance } from "./model-distance.ts";
import {
  baseQuery,
  findPage,
  NO_TEXT,
  phrase,
  shownAttributes,
  type ProductPage,
  type SearchScope,
  type SearchText,
} from "./search-plan.ts";

/** How many models count as near. */
const NEAREST_MODELS = 20;

/** Models with their products. */
interface NearModel {
  name: string;
  count: number;
}

/**
 * Finds the products of the nearest models by line and number, where nobody makes the typed one. All models that pass the filters
 * are compared; the page is put together from the products of one model after the other, so that pages never overlap.
 * A part number is near to none; then the other words are searched for.
 * @returns null where nothing is near
 */
export async function findNearest(scope: SearchScope, query: NormalisedQuery): Promise<ProductPage | null> {
  const models = await nearestModels(scope, query);
  if (models.length === 0) return findOtherWords(scope, query);
  const names = models.map(({ name }) => quoted(name)).join(", ");
  const near = { ...scope, condition: `${MODEL_NAME} IN [${names}]` };
  if (scope.request.sort_by !== undefined)
    return { ...(await findPage(near, NO_TEXT)).page, approximate: true };
  const [{ page: counts }, results] = await Promise.all([
    findPage({ ...near, request: { ...scope.request, page: 1, limit: 0 } }, NO_TEXT),
    pageOf(scope, models, query),
  ]);
  return { ...counts, results, approximate: true };
}

/** Finds the products with the other words than the model number. */
async function findOtherWords(scope: SearchScope, query: NormalisedQuery): Promise<ProductPage | null> {
  const others = query.words.filter((word) => !query.modelNumbers.includes(word));
  const [text] = others.length === 0 ? [] : await knownWords(scope, others);
  return text ? { ...(await findPage(scope, text)).page, approximate: true } : null;
}

/** What it costs a model, in the measure of modelDistance, that none of its products has the other typed words. */
const WITHOUT_WORDS = 0.5;

/** Returns the models nearest to the typed one, with the number of their products that pass the filters. */
async function nearestModels(scope: SearchScope, query: NormalisedQuery): Promise<NearModel[]> {
  const others = otherWords(scope, query);
  const texts: SearchText[] = [
    NO_TEXT,
    ...(others.length > 0 ? [{ q: others.join(" "), matchingStrategy: "all" as const }] : []),
  ];
  const queries = texts.map((text) =>
    Object.assign(baseQuery(scope, text), { limit: 0, facets: [MODEL_NAME] }),
  );
  const { results } = await scope.client.multiSearch({ queries });
  const [all = {}, withWords = {}] = results.map((result) => result.facetDistribution?.[MODEL_NAME]);
  const ranked = Object.entries(all).flatMap(([name, count]) => {
    const distance = modelDistance(scope.kind, query, name);
    const lacksWords = others.length > 0 && !(name in withWords);
    return distance === undefined
      ? []
      : [{ name, count, distance: distance + (lacksWords ? WITHOUT_WORDS : 0) }];
  });
  return ranked
    .toSorted((a, b) => a.distance - b.distance || compareValues(a.name, b.name))
    .slice(0, NEAREST_MODELS);
}

/** Returns the typed words that do not name the model: neither its number nor its line or tier. */
function otherWords({ kind }: SearchScope, { words, modelNumbers }: NormalisedQuery): string[] {
  const named = new Set([...modelNumbers, ...kind.tiers, ...Object.keys(kind.lines)]);
  return words.filter((word) => !named.has(word));
}

/** Fetches the products of a page: those of the nearest model first, then those of the next one, and so on. */
async function pageOf(
  scope: SearchScope,
  models: readonly NearModel[],
  { words, modelNumbers }: NormalisedQuery,
) {
  const { kind, request } = scope;
  const begin = (request.page - 1) * request.limit;
  const end = begin + request.limit;
  const queries: MultiSearchQuery[] = [];
  let passed = 0;
  for (const { name, count } of models) {
    const offset = Math.max(0, begin - passed);
    const limit = Math.min(count, end - passed) - offset;
    passed += count;
    if (limit <= 0) continue;
    const own = name.split(" ");
    const number = phrase(own.at(-1) ?? "");
    const others = words.filter((word) => !own.includes(word) && !modelNumbers.includes(word));
    const condition = `${MODEL_NAME} = ${quoted(name)}`;
    queries.push({
      ...baseQuery({ ...scope, condition }, { q: [number, ...others].join(" "), matchingStrategy: "last" }),
      offset,
      limit,
      attributesToRetrieve: shownAttributes(kind),
    });
  }
  if (queries.length === 0) return [];
  const { results } = await scope.client.multiSearch<{ queries: MultiSearchQuery[] }, SearchDocument>({
    queries,
  });
  return results.flatMap(({ hits }) => hits.map((hit) => presentProduct(kind, hit)));
}
