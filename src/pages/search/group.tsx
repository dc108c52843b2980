import type { ComponentChildren } from "preact";
import { formatFigure } from "../layout/figures.tsx";
import type { Hit } from "./find-everything.ts";

/** The path of the page that searches everything: hardware, games, builds and people. */
export const SEARCH_PATH = "/search";

interface GroupProps {
  name: string;
  /** The number of all hits of the group; undefined if the search has not counted them. */
  count?: number | undefined;
  /**
   * The link to the page with all hits of a group of the search, and their number if it is known; undefined if the
   * group shows all its hits.
   */
  all?: { href: string; total?: number } | undefined;
  children: ComponentChildren;
}

/** A group of the hits of a search, such as the builds, with its heading. */
export function Group({ name, count, all, children }: GroupProps) {
  const id = `found-${name.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>
        {name}
        {count !== undefined && ` (${formatFigure(count)})`}
      </h2>
      {children}
      {all && (
        <p>
          <a href={all.href}>
            Show all{all.total === undefined ? "" : ` ${formatFigure(all.total)}`}
            <span class="visually-hidden"> of {name}</span>
          </a>
        </p>
      )}
    </section>
  );
}

/** A list of hits, each with its notes. */
export function HitList({ hits }: { hits: readonly Hit[] }) {
  return (
    <ul class="found">
      {hits.map((hit) => (
        <li class="found-plain">
          <HitName hit={hit} />
        </li>
      ))}
    </ul>
  );
}

/** The name of a hit, which links to its page, with its notes. */
export function HitName({ hit: { name, notes, href } }: { hit: Hit }) {
  return (
    <div class="found-name">
      <a href={href}>
        <bdi>{name}</bdi>
      </a>
      {notes.length > 0 && (
        <div class="note">
          {notes.map((note, index) => (
            <>
              {index > 0 && " · "}
              <bdi>{note}</bdi>
            </>
          ))}
        </div>
      )}
    </div>
  );
}
