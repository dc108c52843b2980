import type { RunSettings } from "./run-details.ts";
import type { Run } from "./run.ts";

/** The settings that a file may state in `recorded_on` as well. */
export const recordedSettings = ["resolution", "api", "driver", "os"] as const;

type RunWithSettings = Pick<Run, "settings" | "recorded_on">;

/**
 * Returns the settings of a run for people: the settings that the submitter typed and, for all other settings, the
 * values that the file states. Returns undefined if neither the submitter nor the file states a setting. Typed settings
 * and read settings are stored separately and merged by each call, so that reading a file again replaces only the read
 * settings.
 */
export function settingsOf(run: RunWithSettings): RunSettings | undefined {
  return orUndefined({ ...readSettingsOf(run), ...run.settings });
}

/** Returns the settings by which a run is ranked: a value that the file states overrides the typed value. */
export function rankedSettingsOf(run: RunWithSettings): RunSettings | undefined {
  return orUndefined({ ...run.settings, ...readSettingsOf(run) });
}

function readSettingsOf({ recorded_on }: RunWithSettings): RunSettings {
  const read = recordedSettings.flatMap((name) => {
    const text = recorded_on?.[name] ?? null;
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(read);
}

const orUndefined = (settings: RunSettings) => (Object.keys(settings).length === 0 ? undefined : settings);
