import { createHash } from "node:crypto";
import type { RankedRun } from "../../benchmarks/index.ts";

/**
 * A group of comparable results: the results of a benchmark and variant with all settings, or with one resolution,
 * one preset or both. Resolution and preset are folded (`foldResolution`, `foldPreset`), so that two spellings of the
 * same setting belong to one category.
 */
export interface Category {
  benchmark_id: number;
  variant: string | null;
  /**
   * The resolution in the form of `foldResolution`; null if the category (benchmark, variant and settings) has the
   * results of all resolutions.
   */
  resolution: string | null;
  /**
   * The preset in the form of `foldPreset`; null if the category (benchmark, variant and settings) has the results of
   * all presets.
   */
  preset: string | null;
}

/** The fields of a result that decide to which categories (benchmark, variant and settings) the result belongs. */
export type CategorisedResult = Pick<RankedRun, "benchmark_id" | "variant"> &
  Partial<Pick<RankedRun, "settings">>;

const ID_CHARACTERS = 22;

/** The common names of resolutions, with their sizes in pixels. */
const sizesByName: ReadonlyMap<string, string> = new Map([
  ["1080p", "1920x1080"],
  ["1440p", "2560x1440"],
  ["2160p", "3840x2160"],
  ["4k", "3840x2160"],
]);

/**
 * Returns a resolution in the form by which results are grouped: "3840 × 2160", "4K" and "2160p" become "3840x2160".
 */
export function foldResolution(resolution: string): string {
  const folded = fold(resolution);
  return sizesByName.get(folded) ?? folded;
}

/**
 * Returns the text by which pages show a resolution. If its size in pixels is known, the text is this size, such as
 * "3840x2160" for "4K"; otherwise it is the text of the submitter or the file.
 */
export function shownResolution(written: string): string {
  const folded = foldResolution(written);
  return /^\d{1,5}x\d{1,5}$/.test(folded) ? folded : written;
}

/** Returns a preset in the form by which results are grouped: "Very High" becomes "veryhigh". */
export function foldPreset(preset: string): string {
  return fold(preset);
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/gu, "").replaceAll("×", "x");
}

/**
 * Returns the categories (groups of comparable results) of a result, the category without settings first. Every result
 * has a category for its benchmark and variant. A result of a game with stated settings also has the categories of its
 * resolution, of its preset and of both. The list is empty if the result is of an unknown game.
 */
export function categoriesOf(
  { benchmark_id, variant, settings }: CategorisedResult,
  { isOfGame }: { isOfGame: boolean },
): Category[] {
  if (isOfGame && variant === null) return [];
  const resolution = settings?.resolution === undefined ? null : foldResolution(settings.resolution);
  const preset = settings?.preset === undefined ? null : foldPreset(settings.preset);
  const resolutions = isOfGame && resolution !== null ? [null, resolution] : [null];
  const presets = isOfGame && preset !== null ? [null, preset] : [null];
  return resolutions.flatMap((resolution) =>
    presets.map((preset) => ({ benchmark_id, variant, resolution, preset })),
  );
}

/**
 * Returns the id of the category (comparable results) with the resolution and preset of a game's result; undefined if
 * the result does not name both.
 */
export function pairCategoryOf(result: CategorisedResult): string | undefined {
  const pair = categoriesOf(result, { isOfGame: true }).find(
    ({ resolution, preset }) => resolution !== null && preset !== null,
  );
  return pair && categoryIdOf(pair);
}

/**
 * Returns the id of a category (benchmark, variant and settings): the first 22 characters of the base64url form of the
 * SHA-256 of its fields as JSON. The id contains neither a colon nor a blank, whatever the name of the variant is.
 */
export function categoryIdOf({ benchmark_id, variant, resolution, preset }: Category): string {
  const fields = JSON.stringify([benchmark_id, variant, resolution, preset]);
  return createHash("sha256").update(fields).digest("base64url").slice(0, ID_CHARACTERS);
}
