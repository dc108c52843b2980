import { benchmarkTypeOf } from "../benchmarks/index.ts";
import type { ComparedResult, ProductComparison } from "./product-comparison.ts";

/**
 * Returns the results for which at least one of the products has a median. Those for which several products have a
 * median come first; within both groups, those with the most builds come first.
 */
export const measuredOf = ({ results }: ProductComparison) =>
  results
    .filter((result) => mediansIn(result) > 0)
    .toSorted((a, b) => Number(mediansIn(b) > 1) - Number(mediansIn(a) > 1) || buildsIn(b) - buildsIn(a));

const buildsIn = ({ values }: ComparedResult) => values.reduce((sum, { builds }) => sum + builds, 0);

/** Returns how many of the compared products have a median for a result. */
export const mediansIn = ({ values }: ComparedResult) =>
  values.filter(({ median }) => median !== null).length;

/**
 * Returns results in three groups, in the order in which pages and texts show them: benchmarks, games, and results for
 * which only one of the products has a median.
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

/** Returns whether the benchmark of a result measures games. */
const isOfGames = ({ benchmark_id }: ComparedResult): boolean => benchmarkTypeOf(benchmark_id).is_of_games;
