import type { RunSettings } from "./run-details.ts";
import type { Run } from "./run.ts";

/** The settings that a file may state in `recorded_on` as well. */
export const recordedSettings = ["resolution", "api", "driver", "os"] as const;

/**
 * Returns the settings of a run: those that the submitter typed, and for settings that were not typed the values that
 * the file states. Returns undefined where neither the submitter nor the file states a setting. Typed settings and read
 * settings are stored separately and merged by each call, so that reading a file again replaces only the read settings.
 */
export function settingsOf({
  settings,
  recorded_on,
}: Pick<Run, "settings" | "recorded_on">): RunSettings | undefined {
  const read = recordedSettings.flatMap((name) => {
    const text = recorded_on?.[name] ?? null;
    return text === null ? [] : [[name, text] as const];
  });
  const all: RunSettings = { ...Object.fromEntries(read), ...settings };
  return Object.keys(all).length === 0 ? undefined : all;
}
