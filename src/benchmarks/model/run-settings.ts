import type { RunSettings } from "./run-details.ts";
import type { Run } from "./run.ts";

/** The settings that a file may name in `recorded_on`, too. */
export const recordedSettings = ["resolution", "api", "driver", "os"] as const;

/**
 * Returns the settings of a run: what its submitter typed, and for what was not typed what its file says. Undefined where neither
 * says anything. They are put together whenever they are asked for, so that what was typed and what was read stay apart in the store,
 * and a file that is read again replaces only what was read.
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
