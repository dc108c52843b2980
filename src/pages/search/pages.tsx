import { z } from "zod";
import { definePage } from "../layout/define-page.tsx";
import type { Page, View } from "../layout/site.ts";
import { MAX_QUERY_CHARACTERS } from "../layout/suggest-field.tsx";
import { unlessUnavailable } from "../lists/unless-unavailable.ts";
import { createSiteSearch, type SearchDeps, type SiteSearch } from "./find-everything.ts";
import { foundView, groupNames, type Found, type GroupName } from "./found-view.tsx";
import { SEARCH_PATH } from "./group.tsx";
import { MAX_PRODUCT_PAGE } from "./hardware-group.tsx";
import { SearchForm } from "./search-form.tsx";
import { suggestionsRoute } from "./suggestions.ts";

export type { SearchDeps };

/** The number of hits of each group on the page of all groups. */
const HITS_OF_A_GROUP = 5;
/** The page of all groups shows all found products if there are at most this many. */
const FEW_PRODUCTS = 8;
/** The number of products on a page of the group of hardware. */
const PRODUCTS_A_PAGE = 24;
/**
 * The number of hits on a page of games, builds or people. LAST_PAGE is the last page that visitors may request,
 * because later pages cost the stores more time.
 */
const HITS_OF_ONE_GROUP = 20;
const LAST_PAGE = 50;

const text = z.string().max(MAX_QUERY_CHARACTERS).trim();

const query = z.object({
  query: text.default(""),
  // The short name of the parameter `query`, for addresses that people type.
  q: text.default(""),
  in: z.enum(groupNames).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(MAX_PRODUCT_PAGE).default(1),
  literal: z.stringbool().default(false),
});

/** Creates the page of the search of everything, and the route of its suggestions. */
export function createSearchPages(deps: SearchDeps): Page[] {
  const search = createSiteSearch(deps);
  return [searchPage(deps, search), suggestionsRoute(deps, search)];
}

const searchPage = (deps: SearchDeps, search: SiteSearch) =>
  definePage({
    path: SEARCH_PATH,
    summary: "What the service has under a name: hardware, games and tests, builds, and people",
    action: "read what is public",
    query,
    handler: async ({ query: { query, q, in: only, page, literal } }) => {
      const typed = query === "" ? q : query;
      if (typed === "") return emptyView();
      const asked = { query: typed, literal, only, page };
      return foundView(
        await (only === undefined ? findAll(deps, search, asked) : findOne(search, asked, only)),
        deps.config,
      );
    },
  });

type Asked = Pick<Found, "query" | "literal" | "only" | "page">;

/** Finds the first hits of a search in every group: hardware, games, builds and people. */
async function findAll({ isUnavailable }: SearchDeps, search: SiteSearch, asked: Asked): Promise<Found> {
  const { query, literal } = asked;
  const limit = HITS_OF_A_GROUP;
  const [hardware, games, builds, people] = await Promise.all([
    unlessUnavailable(firstProducts(search, { query, literal }), isUnavailable),
    search.openedGames(query, { page: 1, limit }),
    search.builds(query, { page: 1, limit }),
    search.people(query, { page: 1, limit }),
  ]);
  return { ...asked, page: 1, limit, hardware, games, builds, people };
}

/** Finds the first products of a search, or all of them if they are few. */
async function firstProducts(search: SiteSearch, asked: Pick<Asked, "query" | "literal">) {
  const hardware = await search.hardware({ ...asked, page: 1, limit: FEW_PRODUCTS });
  const { found } = hardware;
  if (found.total <= FEW_PRODUCTS) return hardware;
  return { ...hardware, found: { ...found, results: found.results.slice(0, HITS_OF_A_GROUP) } };
}

/** Finds a page of the hits of a search in one group, such as builds. */
async function findOne(search: SiteSearch, asked: Asked, only: GroupName): Promise<Found> {
  const { query, literal, page } = asked;
  if (only === "hardware") {
    const limit = PRODUCTS_A_PAGE;
    return { ...asked, limit, hardware: await search.hardware({ query, literal, page, limit }) };
  }
  const paging = { page: Math.min(page, LAST_PAGE), limit: HITS_OF_ONE_GROUP };
  const some = { ...asked, ...paging, isLast: paging.page === LAST_PAGE };
  if (only === "games") return { ...some, games: await search.openedGames(query, paging) };
  if (only === "builds") return { ...some, builds: await search.builds(query, paging) };
  return { ...some, people: await search.people(query, paging) };
}

const emptyView = (): View => ({
  title: "Search",
  isUnlisted: true,
  hasLargeSearch: true,
  body: (
    <div class="stack">
      <h1>Search</h1>
      <p class="lead">Find hardware, games and tests, builds, and people by their names.</p>
      <SearchForm />
    </div>
  ),
});
