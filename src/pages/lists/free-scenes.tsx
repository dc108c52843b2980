/** Warns that results of a game are only roughly comparable, because each person chose the recorded scene. */
export const FreeScenes = () => (
  <p class="note">
    Not a fixed benchmark scene: each person chose what to record, so some of the difference between two
    results may come from the scene.
  </p>
);
