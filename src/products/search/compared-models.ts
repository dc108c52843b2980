import type { NormalisedQuery } from "../indexing/normalise.ts";
import { MODEL_NAME, shownAttributes } from "../indexing/search-settings.ts";
import { presentProduct } from "../presenter.ts";
import { isOneOf, pageOfModels, type NearModel } from "./nearest-models.ts";
import { baseQuery, phrase, type ProductPage, type SearchScope, type SearchText } from "./search-plan.ts";
import { spansInTurns } from "./spans-in-turns.ts";

/** One side of a comparison: the models with its number, and the text by which their products are ordered. */
interface Side {
  models: NearModel[];
  total: number;
  text: SearchText;
}

/**
 * Finds the products of several models that a query compares, "4070 vs 7800 xt". The sides take turns: the first products of each
 * come first, then the second ones.
 * @returns null where a side has no products of its own; then the query is one like any other
 */
export async function findCompared(
  scope: SearchScope,
  compared: readonly NormalisedQuery[],
): Promise<ProductPage | null> {
  const sides = await sidesOf(scope, compared);
  if (sides.length === 0 || sides.some(({ total }) => total === 0)) return null;
  return pageOfModels(
    scope,
    sides.flatMap(({ models }) => models),
    () => resultsInTurns(scope, sides),
  );
}

/** Counts the products of each side by their models, by one multi-search. A model belongs to the first side that names it. */
async function sidesOf(scope: SearchScope, compared: readonly NormalisedQuery[]): Promise<Side[]> {
  const answers = await Promise.all(
    compared.map(({ modelNumbers: [number = ""] }) =>
      scope.ask({
        ...baseQuery(scope, { q: phrase(number), matchingStrategy: "all" }),
        limit: 0,
        facets: [MODEL_NAME],
      }),
    ),
  );
  const taken = new Set<string>();
  return compared.map(({ words, modelNumbers: [number = ""] }, place) => {
    const found = Object.entries(answers[place]?.facetDistribution?.[MODEL_NAME] ?? {});
    // Some records state another model than their name does; a board with a B650M is of the model B650.
    const named = found.filter(([name]) => name.endsWith(` ${number}`) || name === number);
    const models = (named.length > 0 ? named : found)
      .filter(([name]) => !taken.has(name))
      .map(([name, count]) => ({ name, count }));
    for (const { name } of models) taken.add(name);
    // Every product has the name of its kind, so this word keeps all of them where none has the others.
    const others = words.filter((word) => word !== number);
    const q = [phrase(scope.kind.name), number, ...others].join(" ");
    return {
      models,
      total: models.reduce((sum, { count }) => sum + count, 0),
      text: { q: `${q} `, matchingStrategy: "last" },
    };
  });
}

/** Fetches the products of a page, each side's part of it by one query of the same multi-search. */
async function resultsInTurns(scope: SearchScope, sides: readonly Side[]) {
  const { ask, kind, request } = scope;
  const begin = (request.page - 1) * request.limit;
  const totals = sides.map(({ total }) => total);
  const spans = spansInTurns(totals, begin, begin + request.limit);
  const parts = sides.map(async ({ models, text }, turn) => {
    const span = spans[turn] ?? { begin: 0, end: 0 };
    if (span.begin >= span.end) return [];
    const { hits } = await ask({
      ...baseQuery({ ...scope, condition: isOneOf(models) }, text),
      offset: span.begin,
      limit: span.end - span.begin,
      attributesToRetrieve: shownAttributes(kind),
    });
    return hits.map((hit, index) => ({ place: span.begin + index, turn, hit }));
  });
  return (await Promise.all(parts))
    .flat()
    .toSorted((a, b) => a.place - b.place || a.turn - b.turn)
    .map(({ hit }) => presentProduct(kind, hit, scope.scoredBy));
}
