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
 * Creates the functions that mark outliers in a category (benchmark, variant and settings). The functions mark every
 * run of a build that is out of bounds, not only the build's best run, because otherwise each check would find the
 * build's next best run. `far` and `ahead` return how many runs were marked.
 */
export function createMarkOutliers(
  { runsRepository, categories, benchmarkTypeOf }: MarkDeps,
  { category, benchmark_id }: { category: string; benchmark_id: number },
) {
  const { higher_is_better: isHigherBetter, measures, unit } = benchmarkTypeOf(benchmark_id);
  const facts = { parts: measures.map((kind) => kind.toUpperCase()).join(" and "), unit };
  let settings: Promise<number | null> | undefined;
  /**
   * Returns how many of the two settings (resolution and preset) limit the category; null if the category is not
   * stored, because all its runs are marked as outliers.
   */
  const countSettings = () => (settings ??= settingsOf(categories, category));
  return {
    /**
     * Marks the runs of a build in a category (benchmark, variant and settings) whose scores lie beyond the outlier
     * bounds of builds with the same parts. Leaves out runs that state a resolution or preset by which the category is
     * not limited: these runs are compared only in the category of all their settings.
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
     * Returns whether the category contains the runs of a benchmark and variant regardless of their settings. Accounts
     * are compared with each other only in such categories.
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
