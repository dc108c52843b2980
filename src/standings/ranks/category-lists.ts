import { categoryIdOf, type Category } from "../model/category.ts";

/** Returns the name of the list of a benchmark's variants: its categories without resolution and preset. */
export function variantsList(benchmarkId: number): string {
  return `variants:${benchmarkId}`;
}

/** Returns the names of the lists of the resolutions and of the presets at which a variant was measured. */
export function settingLists(categoryId: string): { resolutions: string; presets: string } {
  return { resolutions: `resolutions:${categoryId}`, presets: `presets:${categoryId}` };
}

/**
 * Returns the name of the list that a category is in; null for a category with a resolution and a preset, which is in
 * no list.
 */
export function listOf(category: Category): string | null {
  const { benchmark_id, resolution, preset } = category;
  if (resolution === null && preset === null) return variantsList(benchmark_id);
  if (resolution !== null && preset !== null) return null;
  const lists = settingLists(categoryIdOf({ ...category, resolution: null, preset: null }));
  return resolution === null ? lists.presets : lists.resolutions;
}
