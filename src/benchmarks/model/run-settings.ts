import type { RunSettings } from "./run-details.ts";
import type { Run } from "./run.ts";

/** The settings of a run that the submitter may type, and that the file may state as well (`recorded_on`). */
export const recordedSettings = ["resolution", "api", "driver", "os"] as const;

type RunWithSettings = Pick<Run, "settings" | "recorded_on">;

/**
 * The fields of a run from which `gameSettingsOf` reads the resolution and the preset of a game. A field whose value is
 * unknown is null or absent.
 */
interface WithGameSettings {
  settings?:
    | { resolution?: string | null | undefined; preset?: string | null | undefined }
    | null
    | undefined;
  recorded_on?: { resolution?: string | null | undefined } | null | undefined;
}

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

/**
 * Returns the resolution and the preset by which a run of a game is ranked; an unknown one is absent. A value that the
 * file states overrides the typed value.
 */
export function gameSettingsOf({ settings, recorded_on }: WithGameSettings): {
  resolution?: string;
  preset?: string;
} {
  const resolution = recorded_on?.resolution ?? settings?.resolution ?? undefined;
  const preset = settings?.preset ?? undefined;
  return { ...(resolution !== undefined && { resolution }), ...(preset !== undefined && { preset }) };
}

function readSettingsOf({ recorded_on }: RunWithSettings): RunSettings {
  const read = recordedSettings.flatMap((name) => {
    const text = recorded_on?.[name] ?? null;
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(read);
}

const orUndefined = (settings: RunSettings) => (Object.keys(settings).length === 0 ? undefined : settings);
