/**
 * A note beside results of a game, which says that the results were measured with different settings. `differing` names
 * the settings that may differ.
 */
export function MixedSettings({ differing = "resolutions and presets" }: { differing?: string }) {
  return (
    <p class="note">Settings are mixed: these results have different {differing}, or do not name them.</p>
  );
}
