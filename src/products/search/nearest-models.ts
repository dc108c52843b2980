import type { NormalisedQuery } from "../indexing/normalise.ts";
import { MODEL_NAME, shownAttributes } from "../indexing/search-settings.ts";
import type { SearchDocument } from "../indexing/search-document.ts";
import { presentProduct } from "../presenter.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { asksForResults } from "../scores/scored-by.ts";
import { compareValues } from "./facets.ts";
import { quoted } from "./filters.ts";
import { knownWords } from "./fitting-words.ts";
import { distanceFrom } from "./model-distance.ts";
import {
  baseQuery,
  findPage,
  NO_TEXT,
  phrase,
  type ProductPage,
  type SearchScope,
  type SearchText,
} from "./search-plan.ts";

/** The maximum number of models whose products a search shows in place of a model that does not exist. */
const NEAREST_MODELS = 20;

/** A model with a name similar to the typed one, and the number of its products. */
export interface NearModel {
  name: string;
  count: number;
}

/**
 * Finds the products of the models with the nearest line and number, for a query whose model does not exist. All
 * models that pass the filters are compared. The page is put together from the products of one model after the other,
 * so that pages never overlap. A part number has no near models, so the other words of the query are searched for
 * instead.
 * @param models the nearest models, from `nearestModels`
 * @returns null if no product is near
 */
export async function findNearest(
  scope: SearchScope,
  query: NormalisedQuery,
  models: readonly NearModel[],
): Promise<ProductPage | null> {
  if (models.length === 0) return findOtherWords(scope, query);
  const chosen = { condition: isOneOf(models), total: countOf(models) };
  const page = await pageOfChosen(scope, chosen, () => pageOf(scope, models, otherWords(scope, query)));
  return { ...page, approximate: true };
}

/** Products that a search has chosen: the condition that selects them, and the number of products. */
export interface ChosenProducts {
  condition: string;
  total: number;
}

/**
 * Returns the requested page of products that a search has chosen.
 * @param fetchResults fetches the chosen products in the order in which they are shown without `sort_by`. With
 *   `sort_by`, the products are sorted as in any other search
 */
export async function pageOfChosen(
  scope: SearchScope,
  { condition, total }: ChosenProducts,
  fetchResults: () => Promise<ProductPage["results"]>,
): Promise<ProductPage> {
  const { request, fit } = scope;
  const chosen = { ...scope, condition };
  if (request.sort_by !== undefined) return (await findPage(chosen, NO_TEXT)).page;
  const needsFullAnswer = request.facets || fit !== undefined || asksForResults(request);
  const [told, results] = await Promise.all([
    needsFullAnswer ? findPage({ ...chosen, request: { ...request, page: 1, limit: 0 } }, NO_TEXT) : null,
    fetchResults(),
  ]);
  return { ...told?.page, total, results };
}

/** Finds the products with the words of a query other than its model number. */
async function findOtherWords(scope: SearchScope, query: NormalisedQuery): Promise<ProductPage | null> {
  const others = query.words.filter((word) => !query.modelNumbers.includes(word));
  const [text] = others.length === 0 ? [] : await knownWords(scope, others);
  return text ? { ...(await findPage(scope, text)).page, approximate: true } : null;
}

/** The cost that a search adds to the distance of a model if no product of the model has the other typed words. */
const WITHOUT_WORDS = 0.5;

/** Returns the models nearest to the typed model, with the number of their products that pass the filters. */
export async function nearestModels(scope: SearchScope, query: NormalisedQuery): Promise<NearModel[]> {
  const distance = distanceFrom(scope.kind, query);
  if (!distance) return [];
  const others = otherWords(scope, query);
  const texts: SearchText[] = [
    NO_TEXT,
    ...(others.length > 0 ? [{ q: others.join(" "), matchingStrategy: "all" as const }] : []),
  ];
  const answers = texts.map((text) =>
    scope.ask({ ...baseQuery(scope, text), limit: 0, facets: [MODEL_NAME] }),
  );
  const counts = (await Promise.all(answers)).map(({ facetDistribution }) => facetDistribution?.[MODEL_NAME]);
  const [all = {}, withWords = {}] = counts;
  const ranked = Object.entries(all).flatMap(([name, count]) => {
    const far = distance(name);
    const lacksWords = others.length > 0 && !(name in withWords);
    return far === undefined ? [] : [{ name, count, far: far + (lacksWords ? WITHOUT_WORDS : 0) }];
  });
  return ranked.toSorted((a, b) => a.far - b.far || compareValues(a.name, b.name)).slice(0, NEAREST_MODELS);
}

/** Returns the typed words that name neither the number of the typed model nor its line or tier. */
function otherWords({ kind }: SearchScope, { words, modelNumbers }: NormalisedQuery): string[] {
  const named = new Set([...modelNumbers, ...kind.tiers, ...Object.keys(kind.lines)]);
  return words.filter((word) => !named.has(word));
}

/**
 * The models whose products one query of a result page fetches: `limit` products of all these models together, from
 * position `offset` on.
 */
interface Span {
  models: NearModel[];
  offset: number;
  limit: number;
}

/**
 * Fetches the products of a result page: first the products of the nearest model, then those of the next nearest, and
 * so on. The products of one model are ordered by how well they match the other typed words.
 */
async function pageOf(scope: SearchScope, models: readonly NearModel[], others: readonly string[]) {
  const { ask, kind, request } = scope;
  // Begin the text with the name of the kind of product, which every product has, so that all products are found even
  // if no product has the other words.
  const text: SearchText =
    others.length === 0 ? NO_TEXT : { q: [phrase(kind.name), ...others].join(" "), matchingStrategy: "last" };
  const answers = spansOf(models, request).map(({ models: ofSpan, offset, limit }) =>
    ask({
      ...baseQuery({ ...scope, condition: isOneOf(ofSpan) }, text),
      offset,
      limit,
      attributesToRetrieve: shownAttributes(kind),
    }),
  );
  const hits = (await Promise.all(answers)).flatMap((answer) => answer.hits);
  const places = new Map(models.map(({ name }, place) => [name, place]));
  const placeOf = (hit: SearchDocument) => places.get(String(hit[MODEL_NAME])) ?? 0;
  return hits.toSorted((a, b) => placeOf(a) - placeOf(b)).map((hit) => presentProduct(kind, hit, scope));
}

/**
 * Divides a result page into queries. Models whose products are all on the page are fetched together. A model with
 * only some products on the page is fetched by a separate query.
 */
function spansOf(models: readonly NearModel[], { page, limit }: ProductSearchRequest): Span[] {
  const begin = (page - 1) * limit;
  const end = begin + limit;
  const whole: Span = { models: [], offset: 0, limit: 0 };
  const cut: Span[] = [];
  let passed = 0;
  for (const model of models) {
    const offset = Math.max(0, begin - passed);
    const shown = Math.min(model.count, end - passed) - offset;
    passed += model.count;
    if (shown <= 0) continue;
    if (shown < model.count) {
      cut.push({ models: [model], offset, limit: shown });
      continue;
    }
    whole.models.push(model);
    whole.limit += shown;
  }
  return whole.models.length > 0 ? [whole, ...cut] : cut;
}

/** Returns the number of products that the given models have together. */
export function countOf(models: readonly NearModel[]): number {
  return models.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the condition, in Meilisearch's filter language, that a product is of one of the given models. */
export function isOneOf(models: readonly NearModel[]): string {
  return `${MODEL_NAME} IN [${models.map(({ name }) => quoted(name)).join(", ")}]`;
}
