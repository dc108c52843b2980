import { Counter, Histogram, type Registry } from "prom-client";

/**
 * The buckets of search durations, in seconds: a search takes a few milliseconds, and a search that fails with 503
 * takes STORE_TIMEOUT_MS.
 */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2.5];

/**
 * How a search ended: with exact matches, with the nearest names instead, without results, refused for its input, or
 * with an error.
 */
export type SearchOutcome = "found" | "approximate" | "empty" | "refused" | "error";

/** The facts of an ended search that the metrics count. */
export interface EndedSearch {
  /** The kind of product that was searched, or `all` for a search in all kinds. */
  kind: string;
  outcome: SearchOutcome;
  ranMs: number;
}

/** Creates the metrics of the search of products. */
export function createSearchMetrics(registry: Registry) {
  const registers = [registry];
  const searches = new Counter({
    name: "pcb_searches_total",
    help: "Searches by outcome: found, approximate (the nearest names instead), empty, refused (faults of the request), or error",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const seconds = new Histogram({
    name: "pcb_search_duration_seconds",
    help: "Time that a search took, with all its requests to the stores",
    labelNames: ["kind"],
    buckets: SECONDS,
    registers,
  });
  return {
    searchEnded: ({ kind, outcome, ranMs }: EndedSearch): void => {
      searches.inc({ kind, outcome });
      seconds.observe({ kind }, ranMs / 1000);
    },
  };
}
