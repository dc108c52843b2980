import type { BenchmarkType } from "../../benchmarks/index.ts";
import { withStored } from "../lists/variants.ts";
import { comparedCategoryOf, mixedField } from "./compared-category.ts";
import { cohortOf } from "../model/cohort.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";

interface MediansDeps {
  ranks: Pick<Ranks, "variantsOf" | "sizesOf" | "pairsOf" | "mediansOf">;
  categories: Pick<CategoriesRepository, "find">;
  benchmarkTypes: readonly Pick<BenchmarkType, "id" | "higher_is_better" | "is_of_games">[];
}

/** The medians of scores that the catalogue shows with its products. */
export type Medians = ReturnType<typeof createMedians>;

/** Creates the functions that read medians of scores. Every function returns null while the ranks are unavailable. */
export function createMedians({ ranks, categories, benchmarkTypes }: MediansDeps) {
  return {
    /** Returns the variants of a benchmark with the most measured builds, at most `limit`, the most measured first. */
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

    /** Returns the number of measured builds in each category (benchmark, variant and settings). */
    buildsIn: (ids: readonly string[]): Promise<number[] | null> =>
      ranks.sizesOf(ids.map((category) => ({ category, cohort: cohortOf({}) }))),

    /**
     * Adds to each variant the id of the category whose medians are used to compare products: all results of the
     * variant, or those with certain settings (see `comparedCategoryOf`).
     */
    withCompared: async <V extends AskedVariant>(
      variants: readonly V[],
    ): Promise<(V & Compared)[] | null> => {
      const found = await Promise.all(
        variants.map(async (variant) => {
          const type = benchmarkTypes.find(({ id }) => id === variant.benchmark_id);
          const compared = await comparedCategoryOf(ranks, variant.category, type ?? { is_of_games: false });
          return compared && { ...variant, compared: compared.category, ...mixedField(compared.isMixed) };
        }),
      );
      const known = found.filter((one) => one !== null);
      return known.length < found.length ? null : known;
    },

    /**
     * Returns, for each variant, the median of the builds with a chip or model and the number of these builds; null for
     * a variant in which fewer than MIN_BUILDS such builds are measured.
     * @param kind the kind of the products with the chip or model
     */
    mediansWith: async (kind: string, slug: string, variants: readonly AskedVariant[]) => {
      const cohort = cohortOf({ [kind]: slug });
      const found = await ranks.mediansOf(
        variants.map(({ category, compared, benchmark_id }) => {
          const benchmark = benchmarkTypes.find((one) => one.id === benchmark_id);
          return {
            category: compared ?? category,
            cohort,
            isHigherBetter: benchmark?.higher_is_better ?? true,
          };
        }),
      );
      return found && found.map((one) => one && { median: one.median, builds: one.builds });
    },
  };
}

/** Which results of a benchmark's variant (a game or a test) are compared. */
interface Compared {
  /** The id of the category (benchmark, variant and settings) whose medians are used to compare products. */
  compared: string;
  /** True if the medians are of results of a game with different settings; otherwise absent. */
  settings_mixed?: true;
}

/** A benchmark and variant, with the id of the category that has their results with all settings. */
interface AskedVariant {
  category: string;
  benchmark_id: number;
  /**
   * The id of the category (group of comparable results) whose medians are used to compare products; absent if it
   * equals the field `category`.
   */
  compared?: string;
}
