// What the composition root may import of the pages.

import type { Config } from "../config.ts";
import { createProblemRenderer } from "./errors/problem-view.tsx";
import { problemPage } from "./errors/problem-pages.tsx";
import { createHomePages } from "./home/pages.tsx";
import { createLoginPages } from "./home/login-pages.tsx";
import { assetRoute } from "./layout/asset-route.ts";
import { createAssets } from "./layout/assets.ts";
import type { Page } from "./layout/site.ts";

/** Creates the routes of all pages, and what shows a problem as a page. */
export function createSite(deps: SiteDeps) {
  const site = { publicUrl: deps.config.PUBLIC_URL, assets: createAssets() };
  const pages: Page[] = [...createHomePages(deps), ...createLoginPages(deps), problemPage, assetRoute];
  return { pages: pages.map((page) => page(site)), renderProblem: createProblemRenderer(site) };
}

/** What the rooms of the pages need. */
type SiteDeps = { config: Pick<Config, "PUBLIC_URL"> } & Parameters<typeof createHomePages>[0] &
  Parameters<typeof createLoginPages>[0];
