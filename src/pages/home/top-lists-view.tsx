import { WholeWords } from "../layout/whole-words.tsx";
import { ScoreBar } from "../lists/score.tsx";
import type { TopList, TopLists } from "./top-lists.ts";

/** Shows the top lists of the home page side by side, each entry with a bar. A list without entries is left out. */
export function TopListsView({ lists: { cpus, chips, games } }: { lists: TopLists }) {
  const shown = [
    {
      title: "Best value for multi-core work",
      list: cpus,
      more: { href: "/hardware/cpu?sort_by=value&sort_dir=desc", text: "All processors by value" },
    },
    {
      title: "Fastest graphics chips",
      list: chips,
      more: { href: "/hardware/gpu?sort_by=performance&sort_dir=desc", text: "All graphics cards by speed" },
    },
    { title: "Most measured games", list: games, more: { href: "/rankings", text: "All rankings" } },
  ].flatMap(({ list, ...others }) => (list && list.entries.length > 0 ? [{ ...others, list }] : []));
  if (shown.length === 0) return null;
  return (
    <ul class="top-lists">
      {shown.map(({ title, list, more }) => (
        <li class="card stack">
          <h2>{title}</h2>
          <Entries list={list} />
          <p class="top-more">
            <a href={more.href}>{more.text}</a>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Entries({ list: { note, entries } }: { list: TopList }) {
  const highest = Math.max(...entries.map(({ figure }) => figure));
  return (
    <>
      <p class="note">{note}</p>
      <ol class="bar-list top-entries">
        {entries.map(({ name, href, figure, figureText, unit, price }) => (
          <li>
            <a href={href}>
              <bdi>
                <WholeWords name={name} />
              </bdi>
            </a>
            <span class="top-figure">
              {figureText} <span class="unit">{unit}</span>
            </span>
            <ScoreBar score={figure} highest={highest} />
            {price && <span class="note top-price">at {price}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
