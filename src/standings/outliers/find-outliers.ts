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
 * A run that is marked as an outlier. `isFar` and `isAhead` say whether the two comparisons of the outlier check
 * still find the run to be an outlier; each is absent until its comparison is made.
 */
export interface MarkedResult extends CheckedResult {
  mark: OutlierMark;
  /**
   * The ids of all categories (groups of comparable results) of the run: first the category of its benchmark and
   * variant with all settings, last the category of exactly its own settings.
   */
  categories: readonly string[];
  isFar?: boolean;
  isAhead?: boolean;
}

/** Runs that are marked as outliers, each with its index in the list of results that the outlier check compares. */
type Indexed = readonly (readonly [result: MarkedResult, index: number])[];

/**
 * Finds the builds whose best result lies far from the results of its cohort (builds with the same parts). Returns for
 * each of them the bounds of the cohort, by the id of the build. Sets `isFar` of the runs in `marked`. A low result of
 * a build is no outlier while the build also has a result within the bounds, in whichever order the results were
 * submitted.
 * @param entries the best runs of builds in a category, and the runs in `marked`, which count like all others
 * @param marked the runs that are already marked as outliers, and that are compared in this category
 */
export function findFar(entries: CategoryEntries, marked: Indexed): ReadonlyMap<number, UsualScores> {
  const usualOf = new Map<number, UsualScores>();
  for (const [cohort, bests] of bestsOfCohorts(entries)) {
    const usual = usualScoresOf(bests);
    if (usual) usualOf.set(cohort, usual);
  }
  const markAt = new Map(marked.map(([{ mark }, index]) => [index, mark]));
  const far = new Map<number, UsualScores>();
  for (const [buildId, index] of bestsOfBuilds(entries)) {
    const { cohort, value } = entries.at(index);
    const usual = usualOf.get(cohort);
    if (usual && value !== 0 && isFar(Math.abs(value), usual, markAt.get(index))) far.set(buildId, usual);
  }
  for (const [result] of marked) {
    const usual = far.get(result.build_id);
    result.isFar = usual !== undefined && isFar(Math.abs(result.value), usual, result.mark);
  }
  return far;
}

/** Returns, for each build, the index of its best result in the list of compared results. */
function bestsOfBuilds(entries: CategoryEntries): Map<number, number> {
  const bests = new Map<number, number>();
  for (let index = 0; index < entries.count(); index += 1) {
    const { build_id, value } = entries.at(index);
    const best = bests.get(build_id);
    if (best === undefined || value > entries.at(best).value) bests.set(build_id, index);
  }
  return bests;
}

/** The data with which `findAhead` finds results far ahead of all other accounts, and the function that marks them. */
interface Comparison {
  /** The number of compared results that are not marked as outliers; each is the best run of a build. */
  count: number;
  /**
   * The number of builds with a run in the category (benchmark, variant and settings) that is ranked or marked as an
   * outlier.
   */
  total: number;
  marked: Indexed;
  /**
   * For each build with runs that this outlier check has marked: the best value of the build's other runs; null if all
   * runs of the build are marked.
   */
  left: Map<number, number | null>;
  /**
   * Marks the runs of a build that are far ahead of the best value of all other accounts. Returns the best value of the
   * build's runs that are not marked; null if all runs of the build are marked.
   */
  markAhead: (buildId: number, best: number) => Promise<number | null>;
}

/**
 * Compares the accounts with results in a category (benchmark, variant and settings) with each other. The caller's
 * function marks the runs with which an account is far ahead of all others. Sets `isAhead` of the marked runs. A marked
 * run counts as if it was not marked, unless it lies far from its cohort, so that the outcome does not depend on which
 * run was marked first.
 */
export async function findAhead(
  entries: CategoryEntries,
  { count, total, marked, left, markAhead }: Comparison,
): Promise<void> {
  if (total < MIN_ENTRIES) {
    for (const [result] of marked) result.isAhead = false;
    return;
  }
  const staying = new Set(marked.flatMap(([{ isFar }, index]) => (isFar ? [index] : [])));
  const valueAt = (index: number): number | null => {
    const { build_id, value } = entries.at(index);
    if (index >= count) return staying.has(index) ? null : value;
    const rest = left.get(build_id);
    return rest === undefined ? value : rest;
  };
  for (;;) {
    const bests = bestAccounts(entries, valueAt);
    const bestOther = (index: number) => bests.find(({ account }) => account !== entries.at(index).account);
    const isAhead = (index: number, value: number | null): boolean => {
      const best = bestOther(index)?.value;
      return best !== undefined && value !== null && value > limitAheadOf(best);
    };
    let isChanged = false;
    for (let index = 0; index < entries.count(); index += 1) {
      const { build_id } = entries.at(index);
      const [value, best] = [valueAt(index), bestOther(index)];
      if (!best || !isAhead(index, value)) continue;
      if (index >= count) staying.add(index);
      else left.set(build_id, await markAhead(build_id, best.value));
      isChanged ||= valueAt(index) !== value;
    }
    if (isChanged) continue;
    // End the check here: no account is far ahead of all others, except by results that a reviewer has accepted.
    for (const [result, index] of marked) result.isAhead = isAhead(index, result.value);
    return;
  }
}
