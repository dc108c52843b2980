/** Says how far results of a game can be compared: a game has no fixed benchmark scene. */
export const FreeScenes = () => (
  <p class="note">
    Not a fixed benchmark scene: each person chose what to record, so some of the difference between two
    results may come from the scene.
  </p>
);
