import type { ComparedModels } from "../indexing/compared-in.ts";
import type { NormalisedQuery } from "../indexing/normalise.ts";
import { MODEL_NAME, shownAttributes } from "../indexing/search-settings.ts";
import { presentProduct } from "../presenter.ts";
import { countOf, isOneOf, pageOfChosen, type ChosenProducts, type NearModel } from "./nearest-models.ts";
import { baseQuery, phrase, type ProductPage, type SearchScope, type SearchText } from "./search-plan.ts";
import { roundRobinSpans } from "./round-robin-spans.ts";

/**
 * One of the models that a query such as "4070 vs 7800 xt" compares: its products, and the text by which they are
 * ordered.
 */
interface Side extends ChosenProducts {
  text: SearchText;
}

/**
 * The maximum number of products that are read for a model of a comparison if another model of the comparison has the
 * same number, as two boards with the same chipset do.
 */
const MAX_OF_SHARED_MODEL = 100;

/**
 * Finds the products of several models that a query such as "4070 vs 7800 xt" compares. The results alternate between
 * the sides of the comparison: the first product of each side, then the second of each, and so on. Sides of the same
 * model, as in "msi b650 tomahawk vs asus b650 plus", are told apart by their other words.
 * @returns null if a side has no separate products; the query is then searched like any other query
 */
export async function findCompared(
  scope: SearchScope,
  { sides: compared, isListed }: ComparedModels,
): Promise<ProductPage | null> {
  const found = await sidesOf(scope, compared);
  const sides = isListed ? found.filter(({ total }) => total > 0) : found;
  if (sides.length === 0 || sides.some(({ total }) => total === 0)) return null;
  const all = {
    condition: sides.map(({ condition }) => `(${condition})`).join(" OR "),
    total: sides.reduce((sum, { total }) => sum + total, 0),
  };
  return pageOfChosen(scope, all, () => roundRobinResults(scope, sides));
}

/**
 * Finds the products of each side of a comparison by their models. A model or product that several sides name belongs
 * to the first of these sides.
 */
async function sidesOf(scope: SearchScope, compared: readonly NormalisedQuery[]): Promise<Side[]> {
  const found = await modelsOf(scope, compared);
  const taken = new Set<string>();
  const numbers = compared.map(numberOf);
  const ofSharedModels = await Promise.all(
    compared.map(async (query, place) => {
      const isShared = numbers.filter((number) => number === numberOf(query)).length > 1;
      return isShared ? idsOf(scope, query, found[place] ?? []) : null;
    }),
  );
  const takenIds = new Set<number>();
  return compared.map((query, place) => {
    // Begin the text with the name of the kind of product, which every product has, so that all products are found
    // even if no product has the other words.
    const q = [phrase(scope.kind.name), ...wordsOf(query)].join(" ");
    const text: SearchText = { q: `${q} `, matchingStrategy: "last" };
    const shared = ofSharedModels[place];
    if (shared) {
      const ids = shared.filter((id) => !takenIds.has(id));
      for (const id of ids) takenIds.add(id);
      return { condition: `id IN [${ids.join(", ")}]`, total: ids.length, text };
    }
    const models = (found[place] ?? []).filter(({ name }) => !taken.has(name));
    for (const { name } of models) taken.add(name);
    return { condition: isOneOf(models), total: countOf(models), text };
  });
}

const numberOf = ({ modelNumbers: [number = ""] }: NormalisedQuery): string => number;

/** Returns the words of one side of a query such as "4070 vs 7800 xt", with the side's model number first. */
function wordsOf(query: NormalisedQuery): string[] {
  const number = numberOf(query);
  return [number, ...query.words.filter((word) => word !== number)];
}

/**
 * Returns, for each side of a comparison, the models that have its model number, and the number of products of each
 * model.
 */
async function modelsOf(scope: SearchScope, compared: readonly NormalisedQuery[]): Promise<NearModel[][]> {
  const answers = compared.map(async (query) => {
    const number = numberOf(query);
    const { facetDistribution } = await scope.ask({
      ...baseQuery(scope, { q: phrase(number), matchingStrategy: "all" }),
      limit: 0,
      facets: [MODEL_NAME],
    });
    const found = Object.entries(facetDistribution?.[MODEL_NAME] ?? {});
    // Prefer the models that have exactly the typed number. The search also finds products that have the number only in
    // their names: some records state another model than the name does, and a B650M board has the model B650.
    const named = found.filter(([name]) => name.endsWith(` ${number}`) || name === number);
    return (named.length > 0 ? named : found).map(([name, count]) => ({ name, count }));
  });
  return Promise.all(answers);
}

/**
 * Returns the ids of those products of the given models that have all words of one side of a comparison, the best match
 * first.
 */
async function idsOf(
  scope: SearchScope,
  query: NormalisedQuery,
  models: readonly NearModel[],
): Promise<number[]> {
  if (models.length === 0) return [];
  const { hits } = await scope.ask({
    ...baseQuery(
      { ...scope, condition: isOneOf(models) },
      { q: `${wordsOf(query).join(" ")} `, matchingStrategy: "all" },
    ),
    limit: MAX_OF_SHARED_MODEL,
    attributesToRetrieve: ["id"],
  });
  return hits.map(({ id }) => id);
}

/**
 * Fetches the products of a result page that compares several models, by one multi-search with a query for each
 * model.
 */
async function roundRobinResults(scope: SearchScope, sides: readonly Side[]) {
  const { ask, kind, request } = scope;
  const begin = (request.page - 1) * request.limit;
  const totals = sides.map(({ total }) => total);
  const spans = roundRobinSpans(totals, begin, begin + request.limit);
  const parts = sides.map(async ({ condition, text }, turn) => {
    const span = spans[turn] ?? { begin: 0, end: 0 };
    if (span.begin >= span.end) return [];
    const { hits } = await ask({
      ...baseQuery({ ...scope, condition }, text),
      offset: span.begin,
      limit: span.end - span.begin,
      attributesToRetrieve: shownAttributes(kind),
    });
    return hits.map((hit, index) => ({ place: span.begin + index, turn, hit }));
  });
  return (await Promise.all(parts))
    .flat()
    .toSorted((a, b) => a.place - b.place || a.turn - b.turn)
    .map(({ hit }) => presentProduct(kind, hit, scope));
}
