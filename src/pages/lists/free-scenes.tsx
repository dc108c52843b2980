/** Says how far results of a game can be compared: a game has no fixed benchmark scene. */
export const FreeScenes = () => (
  <p class="note">
    Not a fixed benchmark scene: each person chose what to record, so a part of a difference may come from the
    scene.
  </p>
);
