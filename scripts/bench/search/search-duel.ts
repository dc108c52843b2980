import { startChild } from "../child-process.ts";
import type { LoadAnswer, LoadRequest, LoadTask } from "../load/load.ts";
import type { Counts } from "../made-catalogue.ts";
import { percentile } from "../measures.ts";
import type { BenchSetup, Duel, Sample } from "../row.ts";
import type { ForwarderTask } from "./forwarder.ts";
import { madeSearches } from "./made-searches.ts";
import { recordSearches } from "./recorder.ts";
import { startSearchedService } from "./searched-service.ts";

const IN_FLIGHT = 16;

interface Searches {
  /** How many different searches there are. */
  different: number;
  /** Returns the searches of one measurement, by their places among the different ones. */
  sent(): readonly number[];
}

/** The catalogue that is searched. */
export function countsOf(size: BenchSetup["size"]): Counts {
  const few = { cpu: 20, gpu: 5, ram: 5, motherboard: 5 };
  return size === "full" ? { cpu: 788, gpu: 400, ram: 400, motherboard: 400 } : few;
}

/** Opens a duel between the web process and a bare server that forwards the Meilisearch requests which the service was seen to send. */
export async function openSearchDuel(setup: BenchSetup, { different, sent }: Searches): Promise<Duel> {
  const counts = countsOf(setup.size);
  const service = await startSearchedService(setup, counts);
  const forwarder = startChild<ForwarderTask, string>(setup, "scripts/bench/search/forwarder");
  const load = startChild<LoadTask, LoadAnswer>(setup, "scripts/bench/load/load");
  const requests = await madeSearches(counts, different);
  setup.say(`recording what ${requests.length} searches send to Meilisearch`);
  const searches = await recordSearches(service, requests);
  const { MEILI_URL, MEILI_KEY, MEILI_CONNECTIONS } = service.config;
  const forwarderUrl = await forwarder.ask({
    url: MEILI_URL,
    apiKey: MEILI_KEY,
    connections: MEILI_CONNECTIONS,
    searches,
  });
  const measure = async (url: string, path: (place: number, request: LoadRequest) => string) => {
    const tasks = sent().map((place): LoadRequest => {
      const request = requests[place];
      if (!request) throw new Error(`Expected a search at place ${place}`);
      return { path: path(place, request), body: request.body };
    });
    return figuresOf(await load.ask({ url, requests: tasks, inFlight: IN_FLIGHT }));
  };
  return {
    ours: () => measure(service.url, (_place, request) => request.path),
    yardstick: () => measure(forwarderUrl, (place) => `/${place}`),
  };
}

/** Returns the figures of a load. */
export function figuresOf({ durations, tookMs }: LoadAnswer): Sample {
  return {
    requests_per_second: durations.length / (tookMs / 1000),
    p50_ms: percentile(durations, 0.5),
    p99_ms: percentile(durations, 0.99),
  };
}
