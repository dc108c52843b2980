import { categoryIdOf, type Category } from "../model/category.ts";
import { cohortKinds, EVERYTHING, type CohortKind } from "../model/cohort.ts";

/**
 * Returns the name of the list in Redis of the variants (games or tests) of a benchmark, each with the results of all
 * settings.
 */
export function variantsList(benchmarkId: number): string {
  return `variants:${benchmarkId}`;
}

/**
 * Returns the names of the lists in Redis of the resolutions, of the presets, and of the pairs of a resolution and a
 * preset at which a variant was measured.
 */
export function settingLists(categoryId: string): { resolutions: string; presets: string; pairs: string } {
  return {
    resolutions: `resolutions:${categoryId}`,
    presets: `presets:${categoryId}`,
    pairs: `pairs:${categoryId}`,
  };
}

/** Returns the name of the list in Redis that contains a category (benchmark, variant and settings). */
export function listOf(category: Category): string {
  const { benchmark_id, resolution, preset } = category;
  if (resolution === null && preset === null) return variantsList(benchmark_id);
  const lists = settingLists(categoryIdOf({ ...category, resolution: null, preset: null }));
  if (resolution !== null && preset !== null) return lists.pairs;
  return resolution === null ? lists.presets : lists.resolutions;
}

/**
 * A category (benchmark, variant and settings), with the facts that decide which lists in Redis store the number of its
 * entries.
 */
export interface RankedCategory {
  id: string;
  /** The name of the list in Redis that contains the category (`listOf`); null for a category without entries. */
  list: string | null;
  /**
   * The kinds of part that the benchmark measures, if the category (group of comparable results) covers all settings.
   * Otherwise the list is empty, because the list of a chip or model contains only categories that cover all settings.
   */
  measures: readonly CohortKind[];
}

/**
 * Returns the name of the list in Redis of the benchmarks and variants in which builds with a given chip or model were
 * measured.
 */
export function measuredList(kind: CohortKind, slug: string): string {
  return `measured:${kind}=${slug}`;
}

/**
 * Returns the name of the list in Redis that stores how many entries a cohort (group of comparable builds) has in a
 * category; null if no list stores the number.
 */
export function countListOf({ list, measures }: RankedCategory, cohort: string): string | null {
  if (cohort === EVERYTHING) return list;
  const kind = cohortKinds.find((one) => cohort.startsWith(`${one}=`));
  return kind && measures.includes(kind) && !cohort.includes("&") ? `measured:${cohort}` : null;
}
