import type { ShownBuild } from "../../builds/index.ts";

/** Asks for confirmation to delete a build, and says what is deleted with the build. */
export function DeleteBuild({ build: { build_id, name } }: { build: ShownBuild }) {
  return (
    <article class="narrow">
      <h1>
        Delete <bdi>{name}</bdi>?
      </h1>
      <p>
        All of its runs and their files are deleted with it, and links to them lead nowhere. This cannot be
        undone.
      </p>
      <form class="row" method="post" action={`/b/${build_id}/delete`}>
        <button class="button-danger">Delete the build</button>
        <a href={`/b/${build_id}`}>Keep it</a>
      </form>
    </article>
  );
}
