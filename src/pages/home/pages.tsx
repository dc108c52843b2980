import { definePage } from "../layout/define-page.tsx";
import type { Page } from "../layout/site.ts";

/** Creates the first page. */
export function createHomePages(): Page[] {
  return [homePage()];
}

const homePage = () =>
  definePage({
    path: "/",
    summary: "Search over all kinds of products, the newest results, and signing in",
    action: "read what is public",
    handler: async () => ({
      title: "PC Benchmarks",
      body: <h1>PC builds and their benchmark results</h1>,
    }),
  });
