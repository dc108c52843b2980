import { shownResolution } from "../../standings/index.ts";

interface SettingsNoteProps {
  settings: { resolution?: string | undefined; preset?: string | undefined } | undefined;
}

/** The resolution and preset of a result of a game in small print. Renders nothing if both are unknown. */
export function SettingsNote({ settings = {} }: SettingsNoteProps) {
  const text = settingsText(settings);
  return text === "" ? null : <div class="note">{text}</div>;
}

/** Returns a resolution and a preset as a text, such as "2560x1440, Ultra"; an empty text if both are unknown. */
export function settingsText({
  resolution,
  preset,
}: {
  resolution?: string | undefined;
  preset?: string | undefined;
}): string {
  const known = [resolution === undefined ? undefined : shownResolution(resolution), preset];
  return known.filter((one) => one !== undefined).join(", ");
}
