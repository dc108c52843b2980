// What the composition root may import of the pages.

import { createProblemRenderer } from "./errors/problem-view.tsx";
import { problemPage } from "./errors/problem-pages.tsx";
import { createHomePages } from "./home/pages.tsx";
import { assetRoute } from "./layout/asset-route.ts";
import { createAssets } from "./layout/assets.ts";
import type { Page } from "./layout/site.ts";

/** Creates the routes of all pages, and what shows a problem as a page. */
export function createSite({ publicUrl }: SiteDeps) {
  const site = { publicUrl, assets: createAssets() };
  const pages: Page[] = [...createHomePages(), problemPage, assetRoute];
  return { pages: pages.map((page) => page(site)), renderProblem: createProblemRenderer(site) };
}

interface SiteDeps {
  publicUrl: string;
}
