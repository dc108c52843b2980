import type { ShownBuild } from "../../builds/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import type { View } from "../layout/site.ts";
import { Tick, TICK_BUILDS_HINT, TickButtons, TickForm, TickHint, tickHintOf } from "../compare/tick.tsx";
import { hasTypedWords } from "../hardware/typed-words.ts";
import { addressOf, atPage } from "../lists/addresses.ts";
import { PriceNote, type PriceNoteProps } from "../lists/price-note.tsx";
import { Quoted } from "../lists/quoted.tsx";
import { hitOfBuild, type HitsPage, type SiteSearch } from "./find-everything.ts";
import { Group, HitList, HitName, SEARCH_PATH } from "./group.tsx";
import { HardwareGroup } from "./hardware-group.tsx";
import { SearchForm } from "./search-form.tsx";

/** The groups into which the search divides its hits, in the order in which the page shows them. */
export const groupNames = ["hardware", "games", "builds", "people"] as const;

/** The name of a group of hits, such as `builds`. */
export type GroupName = (typeof groupNames)[number];

/** The hits of a search. A group is absent if the visitor asked for another group alone. */
export interface Found {
  query: string;
  literal: boolean;
  /** The only group that the page shows; undefined if the page shows all groups. */
  only: GroupName | undefined;
  page: number;
  /** The maximum number of hits that the page shows of a group. */
  limit: number;
  /** Whether the page of a group is the last page that visitors may request. */
  isLast?: boolean;
  /** The found products; null while the search engine is unavailable. */
  hardware?: Awaited<ReturnType<SiteSearch["hardware"]>> | null;
  /** The found games and tests; null while the ranks are unavailable. */
  games?: HitsPage | null;
  /** The found builds; null while the store of builds is unavailable. */
  builds?: HitsPage<ShownBuild> | null;
  /** The found people; null while the store of accounts is unavailable. */
  people?: HitsPage | null;
}

/** Returns the page with the hits of a search, in groups. @param config the age in days at which a price is old */
export function foundView(found: Found, config: PriceNoteProps): View {
  const { query, only } = found;
  return {
    title: `Search: ${query}`,
    isUnlisted: true,
    hasLargeSearch: true,
    body: (
      <div class="stack stack-wide">
        <h1>
          Search: <bdi>{query}</bdi>
        </h1>
        <SearchForm query={query} />
        {only !== undefined && (
          <p>
            <a href={addressOf(SEARCH_PATH, [["query", query]])}>Search everything for “{query}”</a>
          </p>
        )}
        {hasTicks(found) && <TickHint hint={hintOf(found)} />}
        {groupsOf(found)}
        {hasTicks(found) && (
          <>
            <TickForm />
            <TickButtons />
          </>
        )}
        {hasProducts(found) && <PriceNote {...config} />}
      </div>
    ),
    showsTray: true,
  };
}

const hasBuilds = ({ builds }: Found): boolean => (builds?.results ?? []).length > 0;
const hasProducts = (found: Found): boolean =>
  showsHardware(found) && (found.hardware?.found.results ?? []).length > 0;

/**
 * Whether the page has the group of products, which may also say that the search is unavailable or has found none. If
 * other groups have hits, the page leaves out an empty group of products, and products with only similar names.
 */
function showsHardware({ hardware, games, builds, people }: Found): boolean {
  if (hardware === undefined || hardware === null) return hardware === null;
  const isElsewhere = [games, builds, people].some((group) => (group?.results ?? []).length > 0);
  return !isElsewhere || (hardware.found.total > 0 && hardware.found.approximate !== true);
}

/** Whether the page shows builds or products that the visitor can select for a comparison. */
const hasTicks = (found: Found): boolean => hasBuilds(found) || hasProducts(found);

/** Returns the hint that says which of the found builds and products the visitor can select to compare. */
function hintOf(found: Found): string {
  if (!hasProducts(found)) return TICK_BUILDS_HINT;
  return tickHintOf(`${hasBuilds(found) ? "builds, or " : ""}two to four products of one kind`);
}

/**
 * Returns the groups of hits. Products that have only similar names are shown only if nothing else is found. Groups with
 * a hit of exactly the searched name come first, unless a product has all searched words.
 */
function groupsOf(found: Found) {
  const { query, hardware, games, builds, people } = found;
  const others = [
    { hits: games, group: <Hits found={found} name="games" title="Games and tests" hits={games} /> },
    { hits: builds, group: <BuildHits found={found} builds={builds} /> },
    { hits: people, group: <Hits found={found} name="people" title="People" hits={people} /> },
  ];
  const products = hardware?.found.results ?? [];
  const isNamed = products.some((product) => hasTypedWords(product, query));
  const isExact = ({ hits }: (typeof others)[number]) =>
    !isNamed && (hits?.results ?? []).some(({ name }) => name.toLowerCase() === query.toLowerCase());
  const isFirst = products.length > 0 && hardware?.found.approximate !== true;
  return (
    <>
      {others.filter(isExact).map(({ group }) => group)}
      {isFirst && <Hardware found={found} />}
      {others.filter((other) => !isExact(other)).map(({ group }) => group)}
      {!isFirst && showsHardware(found) && <Hardware found={found} />}
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

function Hardware({ found }: { found: Found }) {
  const { query, literal, only, page, limit, hardware, games, builds, people } = found;
  if (!hardware) return <Unavailable name="Hardware" />;
  const paging = only === "hardware" ? { page, limit } : undefined;
  const isNothingElse = [games, builds, people].every((group) => group && group.results.length === 0);
  return <HardwareGroup {...{ query, literal, hardware, paging, isNothingElse }} />;
}

interface HitsProps {
  found: Found;
  name: GroupName;
  title: string;
  /**
   * The hits of the group; null while its store is unavailable, undefined if the visitor asked for another group alone.
   */
  hits: HitsPage | null | undefined;
}

function Hits({ found, name, title, hits }: HitsProps) {
  if (hits === undefined) return null;
  if (hits === null) return <Unavailable name={title} />;
  if (hits.results.length === 0 && found.only !== name) return null;
  return (
    <Group name={title} all={allOf(found, name, hits)}>
      {hits.results.length === 0 ? <NothingFound found={found} /> : <HitList hits={hits.results} />}
      <OtherPages found={found} name={name} hasMore={hits.hasMore} />
    </Group>
  );
}

/** The found builds, each with a check box for the comparison. */
function BuildHits({ found, builds }: { found: Found; builds: Found["builds"] }) {
  if (!builds || builds.results.length === 0)
    return (
      <Hits found={found} name="builds" title="Builds" hits={builds && { results: [], hasMore: false }} />
    );
  return (
    <Group name="Builds" count={countOfBuilds(found, builds)} all={allOf(found, "builds", builds)}>
      <ul class="found">
        {builds.results.map((build) => (
          <li class="found-ticked">
            <Tick kind="builds" id={String(build.build_id)} name={build.name} />
            <HitName hit={hitOfBuild(build)} />
          </li>
        ))}
      </ul>
      <OtherPages found={found} name="builds" hasMore={builds.hasMore} />
    </Group>
  );
}

/**
 * Returns the number of all found builds, which is known only on the last page with hits; undefined on other pages.
 * Games and people have no number, because the service stops looking for them at a limit.
 */
function countOfBuilds({ page, limit }: Found, { results, hasMore }: HitsPage<unknown>): number | undefined {
  return hasMore || results.length === 0 ? undefined : (page - 1) * limit + results.length;
}

/** Returns the link to all hits of a group; undefined if the page shows all hits, or shows only this group. */
function allOf({ query, only }: Found, name: GroupName, { hasMore }: { hasMore: boolean }) {
  return only === name || !hasMore ? undefined : { href: addressOf(SEARCH_PATH, pairsOf(query, name)) };
}

const pairsOf = (query: string, name: GroupName) => [["query", query] as const, ["in", name] as const];

/**
 * Links from a page of one group to the previous and the next page. If more hits follow the last page that visitors may
 * request, that page says so.
 */
function OtherPages({ found, name, hasMore }: { found: Found; name: GroupName; hasMore: boolean }) {
  const { query, only, page, limit, isLast = false } = found;
  const hrefOf = (to: number) => addressOf(SEARCH_PATH, atPage(pairsOf(query, name), to));
  if (only !== name || (page === 1 && !hasMore)) return null;
  return (
    <nav class="row" aria-label={`Pages of ${name}`}>
      {page > 1 && (
        <a rel="prev" href={hrefOf(page - 1)}>
          Previous
        </a>
      )}
      <span class="soft">Page {page}</span>
      {hasMore && !isLast && (
        <a rel="next" href={hrefOf(page + 1)}>
          Next
        </a>
      )}
      {hasMore && isLast && (
        <span class="note">The first {formatFigure(page * limit)} are shown. More words find fewer.</span>
      )}
    </nav>
  );
}

function NothingFound({ found: { query, page } }: { found: Found }) {
  if (page > 1) return <p class="soft">The list ends before this page.</p>;
  return (
    <p class="soft">
      Nothing here is called <Quoted text={query} />. Try fewer words.
    </p>
  );
}
