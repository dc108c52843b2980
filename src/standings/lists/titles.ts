import type { BenchmarkType } from "../../benchmarks/index.ts";
import { titleOfVariant } from "../../readers/index.ts";
import { categoryIdOf } from "../model/category.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";

/** The table of benchmarks and the access to the stored names of games, which withTitles reads. */
export interface TitlesDeps {
  categories: Pick<CategoriesRepository, "find">;
  benchmarkTypes: readonly BenchmarkType[];
}

interface Named {
  benchmark_id: number;
  variant: string | null;
}

/**
 * Adds to each benchmark and variant the name of the variant for people: the title of a known game, else the name of
 * the game as it was written in the run that was ranked last. The name is null where there is no variant.
 */
export async function withTitles<One extends Named>(
  { categories, benchmarkTypes }: TitlesDeps,
  named: readonly One[],
): Promise<(One & { title: string | null })[]> {
  const games = new Set(benchmarkTypes.filter((type) => type.is_of_games).map(({ id }) => id));
  const isUntitled = ({ benchmark_id, variant }: Named) =>
    games.has(benchmark_id) && variant !== null && titleOfVariant(variant) === variant;
  const idOf = ({ benchmark_id, variant }: Named) =>
    categoryIdOf({ benchmark_id, variant, resolution: null, preset: null });
  const ids = named.filter(isUntitled).map(idOf);
  const stored = ids.length === 0 ? [] : await categories.find(ids);
  const written = new Map(stored.map(({ _id, title }) => [_id, title]));
  return Array.from(named, (one) => {
    const { variant } = one;
    return { ...one, title: variant === null ? null : titleOfVariant(variant, written.get(idOf(one))) };
  });
}
