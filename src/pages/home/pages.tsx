import { z } from "zod";
import { benchmarkTypes, type Runs, type RunViews } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import { chipKind, productKinds, type AllKindsSearch, type Catalogue } from "../../products/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { sharedChipOf } from "../layout/chip-link.tsx";
import { definePage } from "../layout/define-page.tsx";
import type { Page } from "../layout/site.ts";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";
import { foundView } from "./found-view.tsx";
import { homeView } from "./home-view.tsx";

interface HomePagesDeps {
  allKindsSearch: AllKindsSearch;
  catalogue: Pick<Catalogue, "findCompared">;
  runs: Pick<Runs, "rankingProgress">;
  runViews: Pick<RunViews, "listNewest">;
  builds: Pick<Builds, "presentSome" | "countStandingDue">;
  rankings: Pick<Rankings, "measuredTypes">;
  isUnavailable: IsUnavailable;
}

/** Creates the home page, which is also the search over all kinds of products. */
export function createHomePages(deps: HomePagesDeps): Page[] {
  return [homePage(deps)];
}

const MAX_QUERY_CHARACTERS = 200;
const RESULTS_A_PAGE = 24;
const NEWEST = 12;

const query = z.object({
  query: z.string().max(MAX_QUERY_CHARACTERS).trim().default(""),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  literal: z.stringbool().default(false),
});

const homePage = (deps: HomePagesDeps) =>
  definePage({
    path: "/",
    summary: "Search over all kinds of products, the newest results, and signing in",
    action: "read what is public",
    query,
    handler: async ({ query: { query: text, page, literal }, caller }) => {
      const { allKindsSearch, catalogue, runs, runViews, builds, rankings, isUnavailable } = deps;
      if (text !== "") {
        const request = { query: text, page, limit: RESULTS_A_PAGE, literal };
        const found = await allKindsSearch.find(productKinds, request);
        const slug = sharedChipOf(found);
        const chip = slug === undefined ? null : await catalogue.findCompared(chipKind.name, slug);
        return foundView({ ...request, found, chip });
      }
      const [newest, progress, dueBuilds, measured] = await Promise.all([
        runViews.listNewest(NEWEST, caller),
        runs.rankingProgress(),
        builds.countStandingDue(),
        unlessUnavailable(rankings.measuredTypes(), isUnavailable),
      ]);
      const shown = await builds.presentSome(newest.map(({ build_id }) => build_id));
      const isSignedIn = caller !== null;
      return homeView({
        runs: newest,
        builds: shown,
        progress: { ...progress, dueBuilds },
        // While the ranks are unavailable, every benchmark may have a ranking, as on the page of all rankings.
        measured: measured ?? benchmarkTypes,
        isSignedIn,
      });
    },
  });
