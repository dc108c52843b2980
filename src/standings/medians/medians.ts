import type { BenchmarkType } from "../../benchmarks/index.ts";
import { withStored } from "../lists/variants.ts";
import { cohortKinds, cohortOf } from "../model/cohort.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";

interface MediansDeps {
  ranks: Pick<Ranks, "variantsOf" | "sizesOf" | "mediansOf">;
  categories: Pick<CategoriesRepository, "find">;
  benchmarkTypes: readonly Pick<BenchmarkType, "id" | "higher_is_better">[];
}

/** The medians of results, as the catalogue asks for them. */
export type Medians = ReturnType<typeof createMedians>;

/** Creates the medians. Every answer is null while the ranks are unavailable. */
export function createMedians({ ranks, categories, benchmarkTypes }: MediansDeps) {
  return {
    /**
     * Returns the variants of a benchmark in which most builds are measured, the first with the most, at most so many.
     */
    variantsOf: async (benchmarkId: number, limit: number) => {
      const page = await ranks.variantsOf(benchmarkId, { offset: 0, limit });
      if (page === null) return null;
      const stored = await withStored(categories, page.categories);
      return stored.map(({ category: { _id, benchmark_id, variant }, builds }) => ({
        category: _id,
        benchmark_id,
        variant,
        builds,
      }));
    },

    /** Returns for each category how many builds are measured in it. */
    buildsIn: (ids: readonly string[]): Promise<number[] | null> =>
      ranks.sizesOf(ids.map((category) => ({ category, cohort: cohortOf({}) }))),

    /**
     * Returns for each variant the median of the builds with one part, and how many these are; null in its place for a
     * variant in which less than MIN_BUILDS builds with the part are measured, and for kinds of part that decide no
     * benchmark.
     */
    mediansWith: async (kind: string, id: number, variants: readonly AskedVariant[]) => {
      const compared = cohortKinds.find((one) => one === kind);
      if (!compared) return variants.map(() => null);
      const cohort = cohortOf({ [compared]: id });
      const found = await ranks.mediansOf(
        variants.map(({ category, benchmark_id }) => {
          const benchmark = benchmarkTypes.find((one) => one.id === benchmark_id);
          return { category, cohort, isHigherBetter: benchmark?.higher_is_better ?? true };
        }),
      );
      return found && found.map((one) => one && { median: one.median, builds: one.builds });
    },
  };
}

/** A benchmark and variant, with its category. */
interface AskedVariant {
  category: string;
  benchmark_id: number;
}
