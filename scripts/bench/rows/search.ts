import { parseConfig } from "../../../src/config.ts";
import { startChild } from "../child-process.ts";
import { percentile } from "../measures.ts";
import type { LoadAnswer, LoadRequest, LoadTask } from "../load.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import type { ForwarderTask } from "../search/forwarder.ts";
import { madeCatalogue, storeCatalogue } from "../search/made-catalogue.ts";
import { madeSearches } from "../search/made-searches.ts";
import { recordSearches } from "../search/recorder.ts";
import { openServicesFor } from "../../with-services.ts";
import { startBenchService } from "../services.ts";

const SEARCHES = { full: 2000, small: 40 };
const COUNTS = {
  full: { cpu: 788, gpu: 400, ram: 400, motherboard: 400 },
  small: { cpu: 20, gpu: 5, ram: 5, motherboard: 5 },
};
const IN_FLIGHT = 16;
/**
 * The number of pairs of measurements that warm up the service. The warm-up is long, because Node's JIT compiler
 * optimises the web process further during the first ten thousand searches.
 */
const WARM_UP_PAIRS = 5;

/** Measures the time that the service adds to Meilisearch's own time for a search. */
export const search: BenchRow = {
  name: "search",
  path: "POST /products/<kind>, 16 in flight, random filters and texts, 788 CPUs and 1,200 other products",
  yardstick: "raw node:http that forwards the same Meilisearch requests over an undici Pool",
  figures: {
    requests_per_second: { judged: "ratio", goal: { atLeast: 0.85 } },
    p50_ms: { judged: "ratio", goal: { atMost: 1.25 } },
    p99_ms: { judged: "ratio", goal: { atMost: 1.3 } },
  },
  warmUpPairs: WARM_UP_PAIRS,
  open: openSearches,
};

async function openSearches(setup: BenchSetup): Promise<Duel> {
  const { size, say, atEnd } = setup;
  const service = await startBenchService(setup, { hasWorker: true });
  const config = parseConfig(service.env);
  const services = await openServicesFor("bench", config);
  atEnd(services.close);
  const catalogue = await madeCatalogue(COUNTS[size]);
  say("storing the products");
  await storeCatalogue(services, catalogue);
  const requests = madeSearches(catalogue, SEARCHES[size]);
  say(`recording what ${requests.length} searches send to Meilisearch`);
  const searches = await recordSearches(services, config.MEILI_URL, requests);
  const forwarder = startChild<ForwarderTask, string>(setup, "scripts/bench/search/forwarder");
  const load = startChild<LoadTask, LoadAnswer>(setup, "scripts/bench/load");
  const { MEILI_URL: url, MEILI_KEY: apiKey, MEILI_CONNECTIONS: connections } = config;
  const forwarderUrl = await forwarder.ask({ url, apiKey, connections, searches });
  const measure = async (of: string, sent: readonly LoadRequest[]) => {
    const groups = sent.map((request) => [request]);
    const { durations, tookMs } = await load.ask({ url: of, groups, inFlight: IN_FLIGHT });
    return {
      requests_per_second: durations.length / (tookMs / 1000),
      p50_ms: percentile(durations, 0.5),
      p99_ms: percentile(durations, 0.99),
    };
  };
  const forwarded = requests.map(({ body }, place) => ({ path: `/${place}`, body }));
  return {
    ours: () => measure(service.url, requests),
    yardstick: () => measure(forwarderUrl, forwarded),
  };
}
