/** Says beside results of a game that they were measured with different settings. */
export function MixedSettings() {
  return <p class="note">Settings are mixed: these results have different resolutions and presets.</p>;
}
