import type { Services } from "../../../src/compose/services.ts";
import { parseConfig } from "../../../src/config.ts";
import { loadPopulation } from "../../load-population.ts";
import { withServices } from "../../with-services.ts";
import { startChild } from "../child-process.ts";
import type { LoadAnswer, LoadRequest, LoadTask } from "../load.ts";
import { median, percentile } from "../measures.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { startBenchService } from "../services.ts";

const BUILDS = { full: 500, small: 60 };
/**
 * The number of turns, in each of which a page and its API answers are measured; VISITS is the number of visits in a
 * turn.
 */
const TURNS = { full: 5, small: 1 };
const VISITS = { full: 64, small: 16 };
const IN_FLIGHT = 16;

/** Measures how much longer a page takes than the API's answers whose content it shows. */
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
  /** Makes visits, and returns how long each took, in ms. */
  const measure = async (different: readonly (readonly LoadRequest[])[]): Promise<readonly number[]> => {
    const groups = Array.from({ length: VISITS[size] }, (_, turn) => {
      const group = different[turn % different.length];
      if (!group) throw new Error("expected a page to visit, found none");
      return group;
    });
    return (await load.ask({ url, groups, inFlight: IN_FLIGHT })).durations;
  };
  /**
   * Measures a page and its API answers alternately. Returns the differences at p50 and p99, in ms, each as the median
   * over all turns: a moment in which the machine stands still falsifies only one turn.
   */
  const compare = async ([name, some]: (typeof visits)[number]) => {
    const measureSide = {
      page: () => measure(some.map(([path]) => [{ path, accept: "text/html" }])),
      answers: () => measure(some.map(([, ...paths]) => paths.map((path) => ({ path })))),
    };
    const turns: Record<keyof typeof measureSide, readonly number[]>[] = [];
    for (let turn = 0; turn < TURNS[size]; turn += 1) {
      // Alternate which of the two is measured first.
      if (turn % 2 === 0)
        turns.push({ page: await measureSide.page(), answers: await measureSide.answers() });
      else turns.push({ answers: await measureSide.answers(), page: await measureSide.page() });
    }
    const [p50 = 0, p99 = 0] = SHARES.map((share) => {
      const differences = turns.map(
        ({ page, answers }) => percentile(page, share) - percentile(answers, share),
      );
      return median(differences);
    });
    const all = (side: keyof typeof measureSide) => shown(turns.flatMap((turn) => turn[side]));
    say(
      `${name}: ${all("page")}; the API's answers: ${all("answers")}; differences: ${p50.toFixed(1)} and ${p99.toFixed(1)} ms`,
    );
    return [p50, p99] as const;
  };
  return {
    ours: async () => {
      const differences: (readonly [number, number])[] = [];
      for (const visit of visits) differences.push(await compare(visit));
      return {
        p50_difference_ms: Math.max(...differences.map(([p50]) => p50)),
        p99_difference_ms: Math.max(...differences.map(([, p99]) => p99)),
      };
    },
  };
}

/** The percentiles at which the durations of a page and of its answers are compared: p50 and p99. */
const SHARES = [0.5, 0.99];

const shown = (durations: readonly number[]) =>
  SHARES.map((share) => `p${share * 100} ${percentile(durations, share).toFixed(1)} ms`).join(", ");

/** A visit: the address of a page, and then the addresses of the API's answers whose content the page shows. */
type Visit = readonly [page: string, ...answers: string[]];

const GAMES = 16;
const PLACES = 20;
/** Search texts for processors, and search texts most of which also match games, builds or people. */
const PROCESSORS = ["ryzen", "ryzen 7", "5800x", "core i5", "i9 13900k", "amd"];
const EVERYTHING = ["ryzen", "rtx 4070", "cyberpunk", "tower", "time spy", "a", "intel", "red"];

/**
 * Returns the visits to the measured pages, by the names of the pages. An answer may contain more than its page shows:
 * the page "a search of everything" shows only the games, builds and people of /search/suggestions, but the answer also
 * contains products.
 */
async function madeVisits({ rankings }: Services): Promise<Record<string, Visit[]>> {
  const games = (await rankings.mostMeasured(GAMES, PLACES)).map(({ variant }) => ({
    variant: variant ?? "",
  }));
  // The page of a game's ranking first shows the results with the settings by which the game's results are compared.
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
      const upgrades = ["cpu", "gpu"].map((kind) => `/builds/${id}/upgrades?kind=${kind}&limit=20`);
      return [`/b/${id}`, `/builds/${id}`, `/builds/${id}/runs`, ...upgrades];
    }),
    "a run": runs.map(({ run_id, id }) => {
      const others = `/builds/${id}/runs?benchmark_id=${GAMES}&limit=6`;
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
