import type { Accounts } from "../../accounts/index.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { Builds, ShownBuild } from "../../builds/index.ts";
import { chipKind, productKinds, type AllKindsSearch, type Catalogue } from "../../products/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { countText } from "../builds/words.ts";
import { sharedChipOf } from "../layout/chip-link.tsx";
import { addressOf } from "../lists/addresses.ts";
import { headlineOf } from "../lists/headline.ts";
import { mainPartsOf } from "../lists/main-parts.ts";
import { hrefOfPerson } from "../lists/owner-link.tsx";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";

/** Dependencies of the search of everything. */
export interface SearchDeps {
  allKindsSearch: AllKindsSearch;
  catalogue: Pick<Catalogue, "findCompared">;
  rankings: Pick<Rankings, "findNamed">;
  builds: Pick<Builds, "findByName">;
  accounts: Pick<Accounts, "findByName">;
  isUnavailable: IsUnavailable;
}

/** A page that a search has found. */
export interface Hit {
  /** The name of the thing, as people or files have written it. */
  name: string;
  /** What the thing is, and facts that distinguish it; may be empty. */
  note: string;
  href: string;
}

/** Creates the search of everything: hardware, games and tests, builds, and people. */
export function createSiteSearch(deps: SearchDeps) {
  const { allKindsSearch, catalogue, rankings, builds, accounts, isUnavailable } = deps;
  return {
    /**
     * Finds a page of the products of all kinds, and the chip that all found graphics cards have in common; null if
     * there is no such chip.
     */
    hardware: async (request: { query: string; page: number; limit: number; literal: boolean }) => {
      const found = await allKindsSearch.find(productKinds, request);
      const slug = sharedChipOf(found);
      return { found, chip: slug === undefined ? null : await catalogue.findCompared(chipKind.name, slug) };
    },

    /** Finds at most `limit` games and tests with results; null while the ranks are unavailable. */
    games: async (text: string, limit: number): Promise<Hit[] | null> => {
      const found = await unlessUnavailable(rankings.findNamed(text, limit), isUnavailable);
      return found && found.map(hitOfGame);
    },

    /** Finds at most `limit` builds by their names, newest first. */
    builds: (text: string, limit: number): Promise<ShownBuild[]> => builds.findByName(text, limit),

    /** Finds at most `limit` people with public builds by their public names. */
    people: async (text: string, limit: number): Promise<Hit[]> => {
      const found = await accounts.findByName(text, limit);
      return found.map(({ account_id, name }) => ({ name, note: "", href: hrefOfPerson(account_id) }));
    },
  };
}

/** The search of everything. */
export type SiteSearch = ReturnType<typeof createSiteSearch>;

/** Returns a build as a hit: its name, and its processor and graphics card. */
export const hitOfBuild = (build: ShownBuild): Hit => ({
  name: build.name,
  note: mainPartsOf(build),
  href: `/b/${build.build_id}`,
});

type FoundGame = Awaited<ReturnType<Rankings["findNamed"]>>[number];

function hitOfGame({ benchmark_id, variant, title, builds }: FoundGame): Hit {
  const { name } = benchmarkTypeOf(benchmark_id);
  const headline = headlineOf({ benchmark_id, name, title });
  const counted = countText(builds, "build");
  return {
    name: headline,
    note: headline === name ? counted : `${name} · ${counted}`,
    href: addressOf(`/rankings/${benchmark_id}`, variant === null ? [] : [["variant", variant]]),
  };
}
