import { benchmarkTypeOf } from "../benchmarks/index.ts";
import type { ComparedResult, ProductComparison } from "./product-comparison.ts";

/**
 * Returns the results that have a median of at least one of the products; those with several medians come first, and
 * among them those that the most builds have measured.
 */
export const measuredOf = ({ results }: ProductComparison) =>
  results
    .filter((result) => mediansIn(result) > 0)
    .toSorted((a, b) => Number(mediansIn(b) > 1) - Number(mediansIn(a) > 1) || buildsIn(b) - buildsIn(a));

const buildsIn = ({ values }: ComparedResult) => values.reduce((sum, { builds }) => sum + builds, 0);

/** Returns how many of the compared products have a median of a result. */
export const mediansIn = ({ values }: ComparedResult) =>
  values.filter(({ median }) => median !== null).length;

/**
 * Returns results in three groups, in the order in which pages and texts show them: benchmarks, games, and those that
 * only one of the products has a median of.
 */
export function groupsOf(results: readonly ComparedResult[]) {
  const ordered = results.toSorted((a, b) => Number(isOfGames(a)) - Number(isOfGames(b)));
  const shared = ordered.filter((result) => mediansIn(result) > 1);
  return {
    benchmarks: shared.filter((result) => !isOfGames(result)),
    games: shared.filter(isOfGames),
    ofOne: ordered.filter((result) => mediansIn(result) <= 1),
  };
}

/** Returns whether a result of products is one of a game. */
const isOfGames = ({ benchmark_id }: ComparedResult): boolean => benchmarkTypeOf(benchmark_id).is_of_games;
