import type { ShownBuild } from "../../builds/index.ts";
import type { View } from "../layout/site.ts";
import { Tick, TickButtons, TickForm } from "../compare/tick.tsx";
import { addressOf } from "../lists/addresses.ts";
import { hitOfBuild, type Hit, type SiteSearch } from "./find-everything.ts";
import { Group, HitList, HitName, SEARCH_PATH } from "./group.tsx";
import { HardwareGroup } from "./hardware-group.tsx";
import { SearchForm } from "./search-form.tsx";

/** The groups of the search, in the order in which they are shown. */
export const groupNames = ["hardware", "games", "builds", "people"] as const;

/** The name of a group of the search. */
export type GroupName = (typeof groupNames)[number];

/** What a search has found. A group is absent if only another group was asked for. */
export interface Found {
  query: string;
  literal: boolean;
  /** The group that alone is shown; undefined if all groups are. */
  only: GroupName | undefined;
  page: number;
  /** How many hits of a group are shown. The groups but hardware have one hit more where there are more. */
  limit: number;
  /** Null while the search engine is unavailable. */
  hardware?: Awaited<ReturnType<SiteSearch["hardware"]>> | null;
  /** Null while the ranks are unavailable. */
  games?: readonly Hit[] | null;
  builds?: readonly ShownBuild[];
  people?: readonly Hit[];
}

/** Returns the page with what a search has found, in groups. */
export function foundView(found: Found): View {
  const { query, only } = found;
  return {
    title: `Search: ${query}`,
    isUnlisted: true,
    body: (
      <div class="stack stack-wide">
        <h1 class="visually-hidden">Search: {query}</h1>
        <SearchForm query={query} />
        {only !== undefined && (
          <p>
            <a href={addressOf(SEARCH_PATH, [["query", query]])}>Search everything for “{query}”</a>
          </p>
        )}
        {groupsOf(found)}
        {hasTicks(found) && (
          <>
            <TickForm />
            <TickButtons hint={TICK_HINT} />
          </>
        )}
      </div>
    ),
    showsTray: true,
  };
}

const TICK_HINT = "Tick builds, or products of one kind.";

/** Whether the page has builds or products to tick. */
const hasTicks = ({ hardware, builds }: Found): boolean =>
  (builds ?? []).length > 0 || (hardware?.found.results ?? []).length > 0;

/** Returns the groups with hits; the products with the nearest names come last, because nobody has asked for them. */
function groupsOf(found: Found) {
  const { hardware, games, builds = [], people = [] } = found;
  const isNamed = hardware !== undefined && hardware !== null && hardware.found.total > 0;
  const isFirst = isNamed && hardware.found.approximate !== true;
  const isElsewhere = (games ?? []).length + builds.length + people.length > 0;
  const showsHardware = hardware === null || isNamed || (hardware !== undefined && !isElsewhere);
  return (
    <>
      {isFirst && <Hardware found={found} />}
      {games === null && <Unavailable name="Games and tests" />}
      {games && <Hits found={found} name="games" title="Games and tests" hits={games} />}
      <BuildHits found={found} builds={builds} />
      <Hits found={found} name="people" title="People" hits={people} />
      {showsHardware && !isFirst && <Hardware found={found} />}
    </>
  );
}

function Unavailable({ name }: { name: string }) {
  return (
    <Group name={name}>
      <p class="notice">
        This part of the search does not answer for the moment. Try again in a few seconds.
      </p>
    </Group>
  );
}

function Hardware({ found: { query, literal, only, page, limit, hardware } }: { found: Found }) {
  if (!hardware) return <Unavailable name="Hardware" />;
  const paging = only === "hardware" ? { page, limit } : undefined;
  return <HardwareGroup {...{ query, literal, hardware, paging }} />;
}

interface HitsProps {
  found: Found;
  name: GroupName;
  title: string;
  hits: readonly Hit[];
}

function Hits({ found, name, title, hits }: HitsProps) {
  if (hits.length === 0 && found.only !== name) return null;
  return (
    <Group name={title} all={allOf(found, name, hits.length)}>
      {hits.length === 0 ? <NothingFound query={found.query} /> : <HitList hits={shown(found, hits)} />}
      <Rest found={found} name={name} count={hits.length} />
    </Group>
  );
}

/** The found builds, each with a check box for the comparison. */
function BuildHits({ found, builds }: { found: Found; builds: readonly ShownBuild[] }) {
  if (builds.length === 0) return <Hits found={found} name="builds" title="Builds" hits={[]} />;
  return (
    <Group name="Builds" all={allOf(found, "builds", builds.length)}>
      <ul class="found">
        {shown(found, builds).map((build) => (
          <li class="found-ticked">
            <Tick kind="builds" id={String(build.build_id)} name={build.name} />
            <HitName hit={hitOfBuild(build)} />
          </li>
        ))}
      </ul>
      <Rest found={found} name="builds" count={builds.length} />
    </Group>
  );
}

const shown = <One,>({ limit }: Found, hits: readonly One[]): readonly One[] => hits.slice(0, limit);

/** Returns the link to all hits of a group; undefined if all hits are shown, or if only this group is shown. */
function allOf({ query, only, limit }: Found, name: GroupName, count: number) {
  if (only === name || count <= limit) return undefined;
  return {
    href: addressOf(SEARCH_PATH, [
      ["query", query],
      ["in", name],
    ]),
  };
}

/** Says on the page of a group that there are more hits than the page shows. */
function Rest({ found: { only, limit }, name, count }: { found: Found; name: GroupName; count: number }) {
  if (only !== name || count <= limit) return null;
  return <p class="note">These are the first {limit}. More words find fewer.</p>;
}

function NothingFound({ query }: { query: string }) {
  return <p class="soft">Nothing here is called “{query}”. Try fewer words.</p>;
}
