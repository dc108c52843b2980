import type { Accounts } from "../../accounts/index.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { Builds, ShownBuild } from "../../builds/index.ts";
import { formatMonth } from "../../charts/format-day.ts";
import {
  chipKind,
  productKinds,
  type AllKindsSearch,
  type Catalogue,
  type ScoredByLookup,
} from "../../products/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { countText } from "../builds/words.ts";
import { addressOf } from "../lists/addresses.ts";
import { headlineOf } from "../lists/headline.ts";
import { formatFigure } from "../layout/figures.tsx";
import { openingOf, type Opening } from "../lists/opening.ts";
import { settingsText } from "../lists/settings-note.tsx";
import { mainPartsOf } from "../lists/main-parts.ts";
import { hrefOfPerson } from "../lists/owner-link.tsx";
import type { PriceNoteProps } from "../lists/price-note.tsx";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";

/** The services that the search of everything (hardware, games, builds and people) uses. */
export interface SearchDeps {
  allKindsSearch: AllKindsSearch;
  catalogue: Pick<Catalogue, "findCompared">;
  scoredBy: Pick<ScoredByLookup, "find">;
  rankings: Pick<Rankings, "findNamed" | "usualSettings" | "distributionOf">;
  builds: Pick<Builds, "findByName">;
  accounts: Pick<Accounts, "findByName">;
  isUnavailable: IsUnavailable;
  config: PriceNoteProps;
}

/** A hit of a search: a page of the service that the search has found. */
export interface Hit {
  /** The name of the found build, game, product or person, as people or files have written it. */
  name: string;
  /** Facts that say what the hit is and distinguish it from other hits. A fact may be a text that people have typed. */
  notes: readonly string[];
  href: string;
}

/** One page of what a search has found in a group, such as games, and whether more hits follow. */
export interface HitsPage<One = Hit> {
  results: readonly One[];
  hasMore: boolean;
}

interface Paging {
  page: number;
  limit: number;
}

/** Creates the search of everything: hardware, games and tests, builds, and people. */
export function createSiteSearch(deps: SearchDeps) {
  const { allKindsSearch, catalogue, scoredBy, rankings, builds, accounts, isUnavailable } = deps;
  return {
    /**
     * Finds a page of the products of all kinds. Also returns the benchmark by which the products of each found kind
     * are compared, and the chips that the text names. There are no chips while the catalogue is unavailable: the
     * products themselves come from the search engine alone.
     */
    hardware: async (request: { query: string; page: number; limit: number; literal: boolean }) => {
      const found = await allKindsSearch.find(productKinds, request, { findsChips: true });
      const slugs = found.chips ?? [];
      const kinds = productKinds.filter(({ name }) => found.results.some(({ kind }) => kind === name));
      const [comparedBy, chips] = await Promise.all([
        Promise.all(kinds.map(async (kind) => [kind.name, await scoredBy.find(kind, {})] as const)),
        unlessUnavailable(
          Promise.all(slugs.map((slug) => catalogue.findCompared(chipKind.name, slug))),
          isUnavailable,
        ),
      ]);
      return { found, comparedBy: new Map(comparedBy), chips: (chips ?? []).flatMap((chip) => chip ?? []) };
    },

    /** Finds a page of the games and tests with results; null while the ranks are unavailable. */
    games: async (text: string, { page, limit }: Paging): Promise<HitsPage | null> => {
      const end = page * limit;
      const found = await unlessUnavailable(rankings.findNamed(text, end + 1), isUnavailable);
      return found && { results: found.slice(end - limit, end).map(hitOfGame), hasMore: found.length > end };
    },

    /** Finds a page of the games and tests with results, each game with the settings and the median of its ranking. */
    openedGames: async (text: string, { page, limit }: Paging): Promise<HitsPage | null> => {
      const end = page * limit;
      const read = async () => {
        const found = await rankings.findNamed(text, end + 1);
        const hits = found
          .slice(end - limit, end)
          .map(async (game) => hitOfOpened(game, await openingOf(rankings, game)));
        return { results: await Promise.all(hits), hasMore: found.length > end };
      };
      return unlessUnavailable(read(), isUnavailable);
    },

    /** Finds a page of the builds by their names, newest first; null while the builds are unavailable. */
    builds: (text: string, paging: Paging): Promise<HitsPage<ShownBuild> | null> =>
      unlessUnavailable(builds.findByName(text, paging), isUnavailable),

    /** Finds a page of the people with public builds by their public names; null while the accounts are unavailable. */
    people: async (text: string, paging: Paging): Promise<HitsPage | null> => {
      const found = await unlessUnavailable(accounts.findByName(text, paging), isUnavailable);
      return found && { ...found, results: found.results.map(hitOfPerson) };
    },
  };
}

/** The search of everything: hardware, games and tests, builds, and people. */
export type SiteSearch = ReturnType<typeof createSiteSearch>;

type FoundPerson = Awaited<ReturnType<Accounts["findByName"]>>["results"][number];

const hitOfPerson = ({ account_id, name, created_at, builds, newest_build }: FoundPerson): Hit => ({
  name,
  notes: [
    countText(builds, "build"),
    `member since ${formatMonth(created_at)}`,
    `newest build: ${newest_build}`,
  ],
  href: hrefOfPerson(account_id),
});

/** Returns a build as a hit: its name, and its processor and graphics card. */
export const hitOfBuild = (build: ShownBuild): Hit => ({
  name: build.name,
  notes: [mainPartsOf(build)].filter((note) => note !== ""),
  href: `/b/${build.build_id}`,
});

type FoundGame = Awaited<ReturnType<Rankings["findNamed"]>>[number];

function hitOfGame({ benchmark_id, variant, title, builds }: FoundGame): Hit {
  const { name } = benchmarkTypeOf(benchmark_id);
  const headline = headlineOf({ benchmark_id, name, title });
  const counted = countText(builds, "build");
  return {
    name: headline,
    notes: headline === name ? [counted] : [name, counted],
    href: addressOf(`/rankings/${benchmark_id}`, variant === null ? [] : [["variant", variant]]),
  };
}

/**
 * Returns a game as a hit of the search, with the number of all its builds. If the game's ranking opens with certain
 * settings, the hit also has these settings, their number of builds, and their median.
 */
function hitOfOpened(game: FoundGame, opening: Opening | null): Hit {
  const hit = hitOfGame(game);
  if (opening === null) return hit;
  const { unit } = benchmarkTypeOf(game.benchmark_id);
  const median = opening.median === null ? "" : `median ${formatFigure(opening.median, unit)} ${unit} of `;
  const ofThem = `${settingsText(opening.settings)}: ${median}${countText(opening.builds, "build")}`;
  return { ...hit, notes: [...hit.notes, ofThem] };
}
