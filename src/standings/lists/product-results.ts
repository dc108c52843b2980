import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { Compared } from "../../products/index.ts";
import { requireRanks } from "../errors.ts";
import { comparedCategoryWith } from "../medians/compared-category.ts";
import { cohortOf, type CohortKind } from "../model/cohort.ts";
import type { Distribution } from "../ranks/distribution.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";
import { shownSettings, withStored, type ShownSettings } from "./variants.ts";

/** The services from which resultsOf reads the results of builds with a chip or model. */
export interface ProductResultsDeps {
  ranks: Pick<Ranks, "measuredWith" | "distributionOf" | "pairsOf" | "sizesOf">;
  categories: Pick<CategoriesRepository, "find">;
  benchmarkTypes: readonly BenchmarkType[];
}

/** The results of the builds with a chip or model in one benchmark and variant. */
export interface ProductResult {
  type: BenchmarkType;
  variant: string | null;
  /** The resolution and preset of the results that are compared. */
  settings: ShownSettings;
  isMixed: boolean;
  distribution: Distribution;
}

/**
 * A chip or model, with the kind of its products. Results of products with the same chip or model are compared as one.
 */
export interface ComparedPart extends Compared {
  kind: CohortKind;
}

/**
 * Returns a page of the results of builds with a chip or model, one for each benchmark and variant that measures the
 * kind of part, the most measured first. Also returns the total number of these benchmarks and variants. A benchmark
 * that is no longer active is left out of the page.
 * @throws RanksMissingError
 */
export async function resultsOf(
  { ranks, categories, benchmarkTypes }: ProductResultsDeps,
  { kind, part, slug }: ComparedPart,
  { page, limit }: { page: number; limit: number },
): Promise<{ part: Compared["part"]; results: ProductResult[]; total: number }> {
  const measured = requireRanks(await ranks.measuredWith(kind, slug, { offset: (page - 1) * limit, limit }));
  const stored = await withStored(categories, measured.categories);
  const cohort = cohortOf({ [kind]: slug });
  const results = await Promise.all(
    stored.map(async ({ category: { _id, benchmark_id, variant } }): Promise<ProductResult[]> => {
      const type = benchmarkTypes.find((one) => one.id === benchmark_id);
      if (!type) return [];
      const { is_of_games, higher_is_better: isHigherBetter } = type;
      const compared = requireRanks(await comparedCategoryWith(ranks, _id, { is_of_games, cohort }));
      const { category, isMixed } = compared;
      const [settings, distribution] = await Promise.all([
        shownSettings(categories, compared),
        ranks.distributionOf({ category, cohort, isHigherBetter }),
      ]);
      return [{ type, variant, settings, isMixed, distribution: requireRanks(distribution) }];
    }),
  );
  return { part, results: results.flat(), total: measured.total };
}
