import { foldPreset, foldResolution, type ShownSettings } from "../standings/index.ts";

/**
 * Returns a key that is equal for results of a game that may be compared with each other: results with the same
 * resolution and the same preset. A setting that is unknown in both results counts as the same.
 */
export function settingsKeyOf({ resolution, preset }: ShownSettings): string {
  return JSON.stringify([
    resolution === undefined ? null : foldResolution(resolution),
    preset === undefined ? null : foldPreset(preset),
  ]);
}

/**
 * Returns the settings of results of a game in words, such as "3840x2160, Ultra"; null if resolution and preset are
 * unknown.
 */
export function textOfSettings({ resolution, preset }: ShownSettings): string | null {
  const known = [resolution, preset].filter((one) => one !== undefined);
  return known.length === 0 ? null : known.join(", ");
}
