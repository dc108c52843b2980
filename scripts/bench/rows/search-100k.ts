import { join } from "node:path";
import { findKind } from "../../../src/products/index.ts";
import { startChild } from "../child-process.ts";
import type { LoadAnswer, LoadTask } from "../load/load.ts";
import { durationMs } from "../measures.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { madeSearches } from "../search/made-searches.ts";
import { figuresOf } from "../search/search-duel.ts";
import { startSearchedService, type SearchedService } from "../search/searched-service.ts";

const LARGE = { full: 100_000, small: 60 };
const SMALL = { full: 10_000, small: 20 };
const SEARCHES = { full: 400, small: 10 };

/** What searches cost where there are ten times as many products. */
export const search100k: BenchRow = {
  name: "search-100k",
  path: "POST /products/cpu, one after the other, random filters and texts, 100,000 CPUs",
  yardstick: "the same over 10,000 CPUs",
  isYardstickOurs: true,
  figures: {
    p50_ms: { judged: "ratio", goal: { atMost: 2.5 } },
    p99_ms: { judged: "ratio", goal: null },
  },
  open: async (setup) => {
    const load = startChild<LoadTask, LoadAnswer>(setup, "scripts/bench/load/load");
    // The smaller catalogue is the beginning of the larger one.
    const requests = await madeSearches({ cpu: SMALL[setup.size] }, SEARCHES[setup.size]);
    return openTwoCatalogues(setup, async ({ url }) =>
      figuresOf(await load.ask({ url, requests, inFlight: 1 })),
    );
  },
};

/** What a new index costs where there are ten times as many products. */
export const reindex100k: BenchRow = {
  name: "reindex-100k",
  path: "rebuilding the index of 100,000 CPUs",
  yardstick: "the same of 10,000 CPUs",
  isYardstickOurs: true,
  figures: { took_ms: { judged: "ratio", goal: { atMost: 12 } } },
  open: (setup) => {
    const cpu = findKind("cpu");
    if (!cpu) throw new Error("Expected the kind cpu");
    return openTwoCatalogues(setup, async ({ services }) => ({
      took_ms: await durationMs(() => services.productSync.rebuild(cpu)),
    }));
  },
};

/** Opens a duel between a service with the larger catalogue and one with the smaller, each on stores of its own. */
async function openTwoCatalogues(
  setup: BenchSetup,
  measure: (service: SearchedService) => ReturnType<Duel["ours"]>,
): Promise<Duel> {
  const { folder, size } = setup;
  const large = await startSearchedService({ ...setup, folder: join(folder, "large") }, { cpu: LARGE[size] });
  const small = await startSearchedService(
    { ...setup, folder: join(folder, "small"), given: namedApart(setup.given) },
    { cpu: SMALL[size] },
  );
  return { ours: () => measure(large), yardstick: () => measure(small) };
}

/** Names the data of the second service apart, where both are on the same given stores. */
function namedApart(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ["MONGODB_DATABASE", "REDIS_KEY_PREFIX", "MEILI_INDEX_PREFIX"] as const;
  return { ...given, ...Object.fromEntries(names.map((name) => [name, `${given[name]}-small`])) };
}
