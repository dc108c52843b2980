import {
  isFar,
  limitAheadOf,
  MIN_ENTRIES,
  usualScoresOf,
  type OutlierMark,
  type UsualScores,
} from "../model/outlier.ts";
import {
  bestAccounts,
  bestsOfCohorts,
  type CategoryEntries,
  type CheckedResult,
} from "./category-entries.ts";

/**
 * A run that is marked as an outlier, and whether each of the two comparisons still finds the run to be an outlier.
 * `isFar` and `isAhead` are absent until the comparison is made.
 */
export interface MarkedResult extends CheckedResult {
  mark: OutlierMark;
  /**
   * The ids of all categories of the run: first the category of its benchmark and variant with all settings, last the
   * category of exactly its own settings.
   */
  categories: readonly string[];
  isFar?: boolean;
  isAhead?: boolean;
}

/** The results of other accounts in a category, with which an account is compared. */
interface Rivals {
  entries: number;
  /** The best value among the results of all other accounts. */
  best: number;
}

/** Runs that are marked as outliers, each with its index among the results of a category. */
type Indexed = readonly (readonly [result: MarkedResult, index: number])[];

/**
 * Returns the builds with a run whose score lies far from the usual scores of its cohort, each with these usual scores.
 * Also sets `isFar` of the runs that are already marked as outliers.
 * @param count how many of the results are entries; the others are runs that are marked as outliers, which count in
 *   their cohorts as if they had no mark
 * @param marked the marked runs to compare with the cohorts of the category
 */
export function findFar(
  entries: CategoryEntries,
  count: number,
  marked: Indexed,
): ReadonlyMap<number, UsualScores> {
  const usualOf = new Map<number, UsualScores>();
  for (const [cohort, bests] of bestsOfCohorts(entries)) {
    const usual = usualScoresOf(bests);
    if (usual) usualOf.set(cohort, usual);
  }
  const far = new Map<number, UsualScores>();
  for (let index = 0; index < count; index += 1) {
    const { cohort, value, build_id } = entries.at(index);
    const usual = usualOf.get(cohort);
    if (usual && value !== 0 && isFar(Math.abs(value), usual)) far.set(build_id, usual);
  }
  for (const [result, index] of marked) {
    const usual = usualOf.get(entries.at(index).cohort);
    result.isFar = usual !== undefined && isFar(Math.abs(result.value), usual, result.mark);
    // The build is returned as well, because it may have further outliers among the runs that are not its best run.
    if (usual && result.isFar) far.set(result.build_id, usual);
  }
  return far;
}

/**
 * Compares the accounts of a category with each other, without the builds whose runs were marked as outliers, because
 * one outlier must not make another one look usual.
 * @param total the number of builds in the category, including builds that have only runs marked as outliers
 */
export function compareAccounts(
  entries: CategoryEntries,
  { count, total, without }: { count: number; total: number; without: ReadonlyMap<number, unknown> },
) {
  const bests = bestAccounts(entries, { count, without });
  const rivalsOf = (account: number): Rivals | null => {
    const best = bests.find((one) => one.account !== account);
    return best && total >= MIN_ENTRIES ? { entries: total, best: best.value } : null;
  };
  return {
    /**
     * Returns the builds with which an account is far ahead of all other accounts, and the results of these other
     * accounts; null if no account is far ahead.
     */
    findLeader: (): { builds: number[]; rivals: Rivals } | null => {
      const [first] = bests;
      const rivals = first ? rivalsOf(first.account) : null;
      if (!first || !rivals || first.value <= limitAheadOf(rivals.best)) return null;
      const builds: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const { account, value, build_id } = entries.at(index);
        const isAhead = account === first.account && value > limitAheadOf(rivals.best);
        if (isAhead && !without.has(build_id)) builds.push(build_id);
      }
      return { builds, rivals };
    },

    /**
     * Sets `isAhead` of runs that are marked as outliers: whether the score of such a run is far above the scores of
     * all other accounts.
     */
    tell: (marked: Indexed): void => {
      for (const [result, index] of marked) {
        const rivals = rivalsOf(entries.at(index).account);
        result.isAhead = rivals !== null && result.value > limitAheadOf(rivals.best);
      }
    },
  };
}
