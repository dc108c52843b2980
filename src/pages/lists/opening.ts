import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { countText } from "../builds/words.ts";
import { formatFigure } from "../layout/figures.tsx";
import { settingsText } from "./settings-note.tsx";

interface Ranked {
  benchmark_id: number;
  variant: string | null;
}

/**
 * The settings (resolution and preset) to which the ranking of a game is limited when a visitor opens it, with the
 * number of builds and the median of the results with these settings.
 */
export interface Opening {
  settings: Awaited<ReturnType<Rankings["usualSettings"]>>;
  builds: number;
  /** The median of the scores with these settings, in the benchmark's unit; null for fewer than five builds. */
  median: number | null;
}

/**
 * Returns the settings to which the ranking of a game is limited when a visitor opens it, with the number of builds and
 * the median of the results with these settings. Null for other benchmarks, and for a game whose results are compared
 * across all settings.
 */
export async function openingOf(
  rankings: Pick<Rankings, "usualSettings" | "distributionOf">,
  { benchmark_id, variant }: Ranked,
): Promise<Opening | null> {
  if (variant === null || !benchmarkTypeOf(benchmark_id).is_of_games) return null;
  const settings = await rankings.usualSettings(benchmark_id, { variant });
  if (settingsText(settings) === "") return null;
  const { builds, median } = await rankings.distributionOf(benchmark_id, { variant, ...settings });
  return { settings, builds, median };
}

/**
 * Returns a text with the settings with which a ranking opens, the number of builds with these settings, and the number
 * of all builds: "2560x1440, Ultra · 29 of 94 builds".
 */
export function openingText(opening: Opening | null, builds: number): string {
  const all = countText(builds, "build");
  if (opening === null) return all;
  const shown = opening.builds < builds ? `${formatFigure(opening.builds)} of ${all}` : all;
  return `${settingsText(opening.settings)} · ${shown}`;
}
