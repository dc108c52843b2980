import { storeRuns } from "../charts-runs.ts";
import type { EndlessTask, Statuses } from "../load/endless-load.ts";
import { startChild } from "../child-process.ts";
import type { LoadAnswer, LoadTask } from "../load/load.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { madeSearches } from "../search/made-searches.ts";
import { countsOf, figuresOf } from "../search/search-duel.ts";
import { startSearchedService } from "../search/searched-service.ts";
import { makeBuild, signIn } from "../sign-in.ts";

const FRAMES = { full: 2_000_000, small: 2000 };
const RUNS = { full: 6, small: 1 };
const CLIENTS = { full: 40, small: 2 };
const SEARCHES = { full: 300, small: 10 };

/** How much clients that ask for charts delay searches. */
export const searchBesideCharts: BenchRow = {
  name: "search-beside-charts",
  path: "POST /products/cpu, one after the other, beside 40 clients that ask for charts of 2,000,000 frames",
  yardstick: "the same while nothing else happens",
  isYardstickOurs: true,
  figures: {
    p50_ms: { judged: "ratio", goal: null },
    p99_ms: { judged: "ratio", goal: { atMost: 2 } },
  },
  open: openBesideCharts,
};

async function openBesideCharts(setup: BenchSetup): Promise<Duel> {
  const { size } = setup;
  const counts = { cpu: countsOf(size)["cpu"] ?? 0 };
  const service = await startSearchedService(setup, counts);
  const load = startChild<LoadTask, LoadAnswer>(setup, "scripts/bench/load/load");
  const charts = startChild<EndlessTask, Statuses>(setup, "scripts/bench/load/endless-load");
  const requests = await madeSearches(counts, SEARCHES[size]);
  // Runs of a build that is not there are not shown.
  await makeBuild((await signIn(service.url)).send);
  const runs = await storeRuns(service.config, { runs: RUNS[size], frames: FRAMES[size] });
  const paths = runs.map((path) => `${path}/chart.svg`);
  const search = async () => figuresOf(await load.ask({ url: service.url, requests, inFlight: 1 }));
  return {
    ours: async () => {
      await charts.ask({ start: { url: service.url, connections: CLIENTS[size], paths } });
      const figures = await search();
      requireCharts(await charts.ask("stop"));
      return figures;
    },
    yardstick: search,
  };
}

/** @throws Error where the clients got anything but charts: that would be another load */
function requireCharts(statuses: Statuses): void {
  const found = Object.keys(statuses);
  if (found.length !== 1 || found[0] !== "200")
    throw new Error(`expected charts with status 200, found ${JSON.stringify(statuses)}`);
}
