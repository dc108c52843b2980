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

/** What `findAhead` compares, and how it marks runs. */
interface Comparison {
  /** How many of the results are entries; the others are marked runs. */
  count: number;
  /** How many entries the category has, marked runs included. */
  total: number;
  marked: Indexed;
  /**
   * The best values that the builds with marked runs have without these runs, by build; null where all runs of a build
   * are marked.
   */
  left: Map<number, number | null>;
  /**
   * Marks the runs of a build that are far ahead. Returns the best value of the build's other runs, as `left` has it.
   */
  markAhead: (buildId: number, rivals: Rivals) => Promise<number | null>;
}

/**
 * Compares the accounts of a category with each other, has the runs marked with which an account is far ahead of all
 * others, and sets `isAhead` of the marked runs. A marked run counts as if it was not marked, unless it lies far from
 * its cohort, so that the outcome does not depend on which run was marked first.
 */
export async function findAhead(
  entries: CategoryEntries,
  { count, total, marked, left, markAhead }: Comparison,
): Promise<void> {
  const staying = new Set(marked.flatMap(([{ isFar }, index]) => (isFar ? [index] : [])));
  const valueAt = (index: number): number | null => {
    const { build_id, value } = entries.at(index);
    if (index >= count) return staying.has(index) ? null : value;
    const rest = left.get(build_id);
    return rest === undefined ? value : rest;
  };
  for (;;) {
    const bests = bestAccounts(entries, valueAt);
    const rivalsOf = (account: number): Rivals | null => {
      const best = bests.find((one) => one.account !== account);
      return best && total >= MIN_ENTRIES ? { entries: total, best: best.value } : null;
    };
    const isAhead = (index: number, value: number | null): boolean => {
      const rivals = rivalsOf(entries.at(index).account);
      return rivals !== null && value !== null && value > limitAheadOf(rivals.best);
    };
    let isChanged = false;
    for (let index = 0; index < entries.count(); index += 1) {
      const { account, build_id } = entries.at(index);
      const [value, rivals] = [valueAt(index), rivalsOf(account)];
      if (!rivals || !isAhead(index, value)) continue;
      if (index >= count) staying.add(index);
      else left.set(build_id, await markAhead(build_id, rivals));
      isChanged ||= valueAt(index) !== value;
    }
    if (isChanged) continue;
    // No account is far ahead, except by results that a reviewer has accepted.
    for (const [result, index] of marked) result.isAhead = isAhead(index, result.value);
    return;
  }
}
