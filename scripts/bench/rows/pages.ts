import type { Services } from "../../../src/compose/services.ts";
import { parseConfig } from "../../../src/config.ts";
import { loadPopulation } from "../../load-population.ts";
import { withServices } from "../../with-services.ts";
import { startChild } from "../child-process.ts";
import type { LoadAnswer, LoadRequest, LoadTask } from "../load.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { startBenchService } from "../services.ts";

const BUILDS = { full: 500, small: 60 };
/** The number of visits to each page in one measurement. */
const VISITS = { full: 160, small: 16 };
const IN_FLIGHT = 16;

/** Measures the time that a page takes beyond the API's answers that it shows. */
export const pages: BenchRow = {
  name: "pages",
  path: "pages, 16 in flight, minus the API's answers that each shows, requested together: the largest difference",
  yardstick: "nothing",
  figures: {
    p50_difference_ms: { judged: "value", goal: { atMost: 15 } },
    p99_difference_ms: { judged: "value", goal: { atMost: 40 } },
  },
  open: openPages,
};

async function openPages(setup: BenchSetup): Promise<Duel> {
  const { size, say } = setup;
  const { url, env } = await startBenchService(setup, { hasWorker: true });
  say("storing made-up builds and ranking their results");
  await loadPopulation({ env }, { seed: 1, builds: BUILDS[size] });
  const visits = Object.entries(await withServices("bench", parseConfig(env), madeVisits));
  const load = startChild<LoadTask, LoadAnswer>(setup, "scripts/bench/load");
  const measure = (different: readonly (readonly LoadRequest[])[]) => {
    const groups = Array.from(
      { length: VISITS[size] },
      (_, turn) => different[turn % different.length] ?? [],
    );
    return load.ask({ url, groups, inFlight: IN_FLIGHT });
  };
  return {
    ours: async () => {
      const [p50s, p99s]: [number[], number[]] = [[], []];
      for (const [name, some] of visits) {
        const page = await measure(some.map(([path]) => [{ path, accept: "text/html" }]));
        const answers = await measure(some.map(([, ...paths]) => paths.map((path) => ({ path }))));
        p50s.push(page.p50_ms - answers.p50_ms);
        p99s.push(page.p99_ms - answers.p99_ms);
        say(`${name}: ${shown(page)}; the API's answers: ${shown(answers)}`);
      }
      return { p50_difference_ms: Math.max(...p50s), p99_difference_ms: Math.max(...p99s) };
    },
  };
}

const shown = ({ p50_ms, p99_ms }: LoadAnswer) => `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`;

/** A visit: the address of a page, and then the addresses of the API's answers whose content the page shows. */
type Visit = readonly [page: string, ...answers: string[]];

const GAMES = 16;
const PLACES = 20;
/** Texts with which people look for processors, and texts of which most also name games, builds or people. */
const PROCESSORS = ["ryzen", "ryzen 7", "5800x", "core i5", "i9 13900k", "amd"];
const EVERYTHING = ["ryzen", "rtx 4070", "cyberpunk", "tower", "time spy", "a", "intel", "red"];

/**
 * Returns the visits to the measured pages, by the names of the pages. The suggestions of the search field are the only
 * answer with games, builds and people that a search has found.
 */
async function madeVisits({ rankings }: Services): Promise<Record<string, Visit[]>> {
  const games = (await rankings.mostMeasured(GAMES, PLACES)).map(({ variant }) => ({
    variant: variant ?? "",
  }));
  // The ranking of a game opens with the settings by which its results are compared.
  const settings = await Promise.all(games.map((game) => rankings.usualSettings(GAMES, game)));
  const { results } = await rankings.rankingOf(GAMES, { ...games[0], page: 1, limit: PLACES });
  const runs = results.map(({ run_id, build }) => ({ run_id, id: build.build_id, cpu: build.parts.cpu }));
  const ranking = `/benchmarks/${GAMES}/ranking`;
  return {
    "a list of processors": [["/hardware/cpu", "/products/cpu?sort_by=popularity&facets=true"]],
    "a search for processors": PROCESSORS.map(encodeURIComponent).map((text) => {
      return [`/hardware/cpu?query=${text}`, `/products/cpu?query=${text}&facets=true`];
    }),
    "a product": runs.map(({ cpu }) => {
      const path = `cpu/${cpu?.url_slug}`;
      return [`/hardware/${path}`, `/products/${path}`, `/products/${path}/results?limit=50`];
    }),
    "a build": runs.map(({ id }) => {
      const upgrades = ["cpu", "gpu"].map((kind) => `/builds/${id}/upgrades?kind=${kind}&limit=5`);
      return [`/b/${id}`, `/builds/${id}`, `/builds/${id}/runs`, ...upgrades];
    }),
    "a run": runs.map(({ run_id, id }) => {
      const others = `/builds/${id}/runs?benchmark_id=${GAMES}`;
      return [`/r/${run_id}`, `/benchmarks/runs/${run_id}`, `/builds/${id}`, others];
    }),
    "a ranking": games.map((game, index) => {
      const asked = new URLSearchParams({ ...game, ...settings[index] });
      const variants = `/benchmarks/${GAMES}/variants?limit=100`;
      return [`/rankings/${GAMES}?${new URLSearchParams(game)}`, `${ranking}?${asked}`, variants];
    }),
    "a comparison": runs.slice(1).map(({ id }, index) => {
      const address = `/compare?builds=${runs[index]?.id},${id}`;
      return [address, address];
    }),
    "a search of everything": EVERYTHING.map(encodeURIComponent).map((text) => {
      return [
        `/search?query=${text}`,
        `/products?query=${text}&limit=5`,
        `/search/suggestions?query=${text}`,
      ];
    }),
  };
}
