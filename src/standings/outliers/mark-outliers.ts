import type { benchmarkTypeOf, RunsRepository } from "../../benchmarks/index.ts";
import { valueOf } from "../model/entry.ts";
import { limitAheadOf, reasonOfAhead, reasonOfFar, type UsualScores } from "../model/outlier.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";

interface MarkDeps {
  runsRepository: Pick<RunsRepository, "markOutliers" | "findBestUnmarked">;
  categories: Pick<CategoriesRepository, "find">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
}

/**
 * Creates the functions that mark the outliers of a category (benchmark, variant and settings). They mark all runs of a
 * build outside the bounds, not only the best run, because otherwise each check would find the next best run. `far` and
 * `ahead` return how many runs were marked.
 */
export function createMarkOutliers(
  { runsRepository, categories, benchmarkTypeOf }: MarkDeps,
  { category, benchmark_id }: { category: string; benchmark_id: number },
) {
  const { higher_is_better: isHigherBetter, measures, unit } = benchmarkTypeOf(benchmark_id);
  const facts = { parts: measures.map((kind) => kind.toUpperCase()).join(" and "), unit };
  let settings: Promise<number | null> | undefined;
  /**
   * Returns by how many of the two settings (resolution and preset) the category is limited; null if every run of the
   * category is already marked as an outlier.
   */
  const countSettings = () => (settings ??= settingsOf(categories, category));
  return {
    /**
     * Marks the runs of a build whose scores lie far from the usual scores of builds with the same parts in a category
     * (benchmark, variant and settings). A run that states a resolution or preset that the category lacks is compared
     * only in the category of all its settings.
     */
    far: async (buildId: number, usual: UsualScores): Promise<number> => {
      const count = await countSettings();
      if (count === null) return 0;
      let marks = 0;
      for (const side of ["above", "below"] as const) {
        const bound = valueOf(side === "above" ? usual.to : usual.from, { isHigherBetter });
        const value = (side === "above") === isHigherBetter ? { $gt: bound } : { $lt: bound };
        const outlier = reasonOfFar(side, usual, facts);
        const selection = { buildId, category, categories: 2 ** count, value };
        marks += await runsRepository.markOutliers(selection, { outlier, mark: { by: "cohort" } });
      }
      return marks;
    },

    /**
     * Whether the category has the runs of a benchmark and variant with all settings: only among such runs are accounts
     * compared with each other.
     */
    hasAllSettings: async (): Promise<boolean> => (await countSettings()) === 0,

    /**
     * Marks the runs of a build that are far ahead of all other accounts, in a category (benchmark and variant) that
     * covers all settings.
     * @param best the best value of the other accounts
     */
    ahead: async (buildId: number, best: number): Promise<number> => {
      const outlier = reasonOfAhead(Math.abs(best), facts);
      const selection = { buildId, category, value: { $gt: limitAheadOf(best) } };
      return runsRepository.markOutliers(selection, { outlier, mark: { by: "category" } });
    },

    /**
     * Returns the best value of a build's runs in a category (benchmark, variant and settings) that are not marked as
     * outliers; null if all runs are marked.
     */
    bestLeft: (buildId: number): Promise<number | null> => runsRepository.findBestUnmarked(buildId, category),
  };
}

async function settingsOf(categories: MarkDeps["categories"], category: string): Promise<number | null> {
  const [stored] = await categories.find([category]);
  return stored ? [stored.resolution, stored.preset].filter((one) => one !== null).length : null;
}
