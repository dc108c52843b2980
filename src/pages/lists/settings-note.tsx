import { shownResolution } from "../../standings/index.ts";

interface SettingsNoteProps {
  settings: { resolution?: string | undefined; preset?: string | undefined } | undefined;
}

/** The resolution and preset of a result of a game in small print. Renders nothing if both are unknown. */
export function SettingsNote({ settings: { resolution, preset } = {} }: SettingsNoteProps) {
  const known = [resolution === undefined ? undefined : shownResolution(resolution), preset].filter(
    (one) => one !== undefined,
  );
  return known.length === 0 ? null : <div class="note">{known.join(", ")}</div>;
}
