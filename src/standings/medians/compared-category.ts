import type { BenchmarkType } from "../../benchmarks/index.ts";
import { EVERYTHING } from "../model/cohort.ts";
import type { Ranks } from "../ranks/ranks.ts";

/**
 * The maximum number of pairs of resolution and preset that are counted for a game: the pairs with the most measured
 * builds.
 */
const MAX_PAIRS = 100;

/**
 * The category (benchmark, variant and settings) whose entries (best runs of builds) are compared for a benchmark and
 * variant.
 */
export interface ComparedCategory {
  /**
   * The id of the category (group of comparable results) whose medians are used to compare products. If at least half
   * of a game's results name their resolution and preset, it is the category of the pair with the most results.
   * Otherwise, it has all results of the benchmark and variant.
   */
  category: string;
  /**
   * The ids of the categories for the combinations of resolution and preset in which the most builds were measured, in
   * descending order of builds. Empty if results are compared regardless of settings.
   */
  pairs: readonly string[];
  /** Whether results of a game are compared with results that were measured with other settings. */
  isMixed: boolean;
}

/**
 * Returns which entries (best runs of builds) of a benchmark and variant are compared. Entries of a game are compared
 * within a resolution and preset if at least half of the entries name both. A build that was measured with several
 * pairs counts for each pair.
 * @param category the id of the category of the benchmark and variant with all settings
 * @returns null while the ranks are unavailable
 */
export async function comparedCategoryOf(
  ranks: Pick<Ranks, "pairsOf" | "sizesOf">,
  category: string,
  { is_of_games }: Pick<BenchmarkType, "is_of_games">,
): Promise<ComparedCategory | null> {
  if (!is_of_games) return { category, pairs: [], isMixed: false };
  const [pairs, sizes] = await Promise.all([
    ranks.pairsOf(category, MAX_PAIRS),
    ranks.sizesOf([{ category, cohort: EVERYTHING }]),
  ]);
  if (pairs === null || sizes === null) return null;
  const [all = 0] = sizes;
  const named = pairs.reduce((sum, { builds }) => sum + builds, 0);
  const [usual] = pairs;
  if (!usual || 2 * named < all) return { category, pairs: [], isMixed: all > 0 };
  return { category: usual.category, pairs: pairs.map((pair) => pair.category), isMixed: false };
}

/**
 * Returns which entries (best runs) of a benchmark and variant are shown for the builds with a chip or model. If
 * entries of the game are compared within a resolution and preset, the entries with one pair are shown: of the pairs
 * with which any of these builds was measured, the most measured pair of the game. If none of these builds was measured
 * with a pair, the entries with any settings are shown.
 * @param category the id of the category of the benchmark and variant with all settings
 * @param cohort the key of the group of builds with the chip or model
 * @returns null while the ranks are unavailable
 */
export async function comparedCategoryWith(
  ranks: Pick<Ranks, "pairsOf" | "sizesOf">,
  category: string,
  { cohort, ...type }: Pick<BenchmarkType, "is_of_games"> & { cohort: string },
): Promise<ComparedCategory | null> {
  const compared = await comparedCategoryOf(ranks, category, type);
  if (!compared || compared.pairs.length === 0) return compared;
  const { pairs } = compared;
  const sizes = await ranks.sizesOf(pairs.map((pair) => ({ category: pair, cohort })));
  if (sizes === null) return null;
  const measured = pairs.find((_, index) => (sizes[index] ?? 0) > 0);
  return { category: measured ?? category, pairs, isMixed: measured === undefined };
}

/** Returns the field of an answer that says whether results of a game with different settings are compared. */
export function mixedField(isMixed: boolean): { settings_mixed?: true } {
  return isMixed ? { settings_mixed: true } : {};
}
