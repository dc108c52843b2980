// The pages for browsers, which show the data that the services of the features return.

import { createAccountPages, type AccountPagesDeps } from "./account/pages.tsx";
import { createBuildPages, type BuildPagesDeps } from "./builds/pages.tsx";
import type { Config } from "../config.ts";
import { createDocsPages, type DocsPagesDeps } from "./docs/pages.tsx";
import { createProblemRenderer } from "./errors/problem-view.tsx";
import { problemPage } from "./errors/problem-pages.tsx";
import type { HardwarePagesDeps } from "./hardware/hardware-pages-deps.ts";
import { createHardwarePages } from "./hardware/pages.tsx";
import { createHomePages } from "./home/pages.tsx";
import { createLoginPages } from "./home/login-pages.tsx";
import { createComparePages, type ComparePagesDeps } from "./compare/pages.tsx";
import { createRunPages, type RunPagesDeps } from "./runs/pages.tsx";
import { assetRoute } from "./layout/asset-route.ts";
import { createAssets } from "./layout/assets.ts";
import type { Page } from "./layout/site.ts";
import { themeAction } from "./layout/theme-action.tsx";
import { operatorLinks } from "../operator-links.ts";
import { createPeoplePages, type PeoplePagesDeps } from "./people/pages.tsx";
import { createCrawlerRoutes, type CrawlerRoutesDeps } from "./crawlers/routes.ts";
import { createRankingPages, type RankingPagesDeps } from "./rankings/pages.tsx";
import { createSearchPages, type SearchDeps } from "./search/pages.tsx";
import { createPartSearch, type PartSearchDeps } from "./submit/part-search.ts";
import { createSubmitPages, type SubmitPagesDeps } from "./submit/pages.tsx";

export type { RenderProblem } from "./errors/problem-view.tsx";

/** Creates the routes of all pages, and the function that renders a problem as a page. */
export function createSite(deps: SiteDeps) {
  const { PUBLIC_URL: publicUrl, SITE_NAME: name, CONTACT_URL: contactUrl } = deps.config;
  const pagePaths = new Set<string>();
  const site = {
    publicUrl,
    pagePaths,
    assets: createAssets(),
    name,
    contactUrl,
    operatorLinks: operatorLinks(deps.config),
  };
  const withParts = { ...deps, publicUrl, partSearch: createPartSearch(deps) };
  const pages: Page[] = [
    ...createHomePages(deps),
    ...createSearchPages(deps),
    ...createLoginPages(deps),
    ...createBuildPages(withParts),
    ...createAccountPages(deps),
    ...createPeoplePages(deps),
    ...createSubmitPages(withParts),
    ...createHardwarePages(deps),
    ...createRankingPages(deps),
    ...createRunPages(withParts),
    ...createComparePages(deps),
    ...createDocsPages(deps),
    ...createCrawlerRoutes(deps),
    problemPage,
    themeAction(deps),
    assetRoute,
  ];
  const routes = pages.map((page) => page(site));
  for (const { method, path } of routes) if (method === "GET") pagePaths.add(path);
  return { pages: routes, renderProblem: createProblemRenderer(site) };
}

/** The services and settings that the pages use. */
type SiteDeps = {
  config: Pick<Config, "PUBLIC_URL" | "SITE_NAME" | "CONTACT_URL" | "FOOTER_LINKS">;
} & Parameters<typeof createHomePages>[0] &
  SearchDeps &
  CrawlerRoutesDeps &
  Parameters<typeof createLoginPages>[0] &
  PartSearchDeps &
  Omit<BuildPagesDeps, "partSearch" | "publicUrl"> &
  Omit<SubmitPagesDeps, "partSearch" | "publicUrl"> &
  AccountPagesDeps &
  PeoplePagesDeps &
  DocsPagesDeps &
  HardwarePagesDeps &
  RankingPagesDeps &
  Omit<RunPagesDeps, "publicUrl"> &
  ComparePagesDeps;
