import type { Services } from "../../../src/compose/services.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { productSearchQuery } from "../../../src/products/index.ts";

/** A visit to a page: the address of the page, and the addresses of the API's answers whose content it shows. */
export interface Visit {
  page: string;
  answers: readonly string[];
}

const GAMES = 16;
/** The maximum number of different addresses of a page. */
const ADDRESSES = 20;
/** Texts with which people look for processors, and texts of which most also name games, builds or people. */
const PROCESSORS = ["ryzen", "ryzen 7", "5800x", "core i5", "i9 13900k", "amd"];
const EVERYTHING = ["ryzen", "rtx 4070", "cyberpunk", "tower", "time spy", "a", "intel", "red"];

/**
 * Returns the visits to the pages that are measured, by the names of the pages: to the products, builds and runs of
 * the first places of rankings. An answer is named only if the page shows its content. The suggestions of the search
 * field are the only answer with games, builds and people that a search has found.
 */
export async function madeVisits({ search, rankings }: Services): Promise<Record<string, readonly Visit[]>> {
  const measured = productSearchQuery.parse({ sort_by: "popularity", limit: String(ADDRESSES) });
  const { results: processors } = await search.find(cpuKind, measured);
  const games = await rankings.mostMeasured(GAMES, ADDRESSES);
  const opened = games.flatMap(({ variant }) => (variant === null ? [] : [variant]));
  const [variant = ""] = opened;
  const { results: runs } = await rankings.rankingOf(GAMES, { variant, page: 1, limit: ADDRESSES });
  const builds = runs.map(({ build: { build_id } }) => build_id);
  return {
    "a list of processors": [
      { page: "/hardware/cpu", answers: ["/products/cpu?sort_by=popularity&facets=true"] },
    ],
    "a search for processors": PROCESSORS.map(encodeURIComponent).map((text) => ({
      page: `/hardware/cpu?query=${text}`,
      answers: [`/products/cpu?query=${text}&facets=true`],
    })),
    "a product": processors.map(({ url_slug }) => ({
      page: `/hardware/cpu/${url_slug}`,
      answers: [`/products/cpu/${url_slug}`, `/products/cpu/${url_slug}/results?limit=50`],
    })),
    "a build": builds.map((id) => ({
      page: `/b/${id}`,
      answers: [`/builds/${id}`, `/builds/${id}/runs`, ...["cpu", "gpu"].map((kind) => upgradesOf(id, kind))],
    })),
    "a run": runs.map(({ run_id, build: { build_id } }) => ({
      page: `/r/${run_id}`,
      answers: [
        `/benchmarks/runs/${run_id}`,
        `/builds/${build_id}`,
        `/builds/${build_id}/runs?benchmark_id=${GAMES}`,
      ],
    })),
    "a ranking": await Promise.all(opened.map((one) => rankingVisit(rankings, one))),
    "a comparison": builds.slice(1).map((id, index) => {
      const address = `/compare?builds=${builds[index]},${id}`;
      return { page: address, answers: [address] };
    }),
    "a search of everything": EVERYTHING.map(encodeURIComponent).map((text) => ({
      page: `/search?query=${text}`,
      answers: [`/products?query=${text}&limit=5`, `/search/suggestions?query=${text}`],
    })),
  };
}

const upgradesOf = (buildId: number, kind: string) => `/builds/${buildId}/upgrades?kind=${kind}&limit=5`;

/** Returns a visit to the ranking of a game, which opens with the settings by which its results are compared. */
async function rankingVisit(rankings: Services["rankings"], variant: string): Promise<Visit> {
  const { resolution, preset } = await rankings.usualSettings(GAMES, { variant });
  const query = new URLSearchParams({
    variant,
    ...(resolution !== undefined && { resolution }),
    ...(preset !== undefined && { preset }),
  });
  const answers = [`/benchmarks/${GAMES}/ranking?${query}`, `/benchmarks/${GAMES}/variants?limit=100`];
  return { page: `/rankings/${GAMES}?${new URLSearchParams({ variant })}`, answers };
}
