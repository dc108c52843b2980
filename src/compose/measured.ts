import type { Usage } from "../accounts/index.ts";
import { RefusedError } from "../errors.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { SearchOutcome } from "../metrics/search-metrics.ts";
import type { AllKindsSearch, ProductSearch } from "../products/index.ts";

/** Returns the service of the run counters with a wrapper that counts each reservation in the metrics. */
export function measureUsage(usage: Usage, metrics: Metrics["usage"]): Usage {
  return {
    ...usage,
    reserve: async (submitter, request) => {
      try {
        const units = await usage.reserve(submitter, request);
        metrics.reservationEnded("reserved", request.units);
        return units;
      } catch (error) {
        metrics.reservationEnded(error instanceof RefusedError ? "refused" : "error", request.units);
        throw error;
      }
    },
    release: async (units) => {
      await usage.release(units);
      metrics.released();
    },
  };
}

/** Returns the search of one kind of product with a wrapper that times and counts each search in the metrics. */
export function measureSearch(search: ProductSearch, metrics: Metrics["search"]): ProductSearch {
  return {
    ...search,
    find: (kind, request) => measure(metrics, kind.name, () => search.find(kind, request)),
  };
}

/** Returns the search of all kinds of product with a wrapper that times and counts each search in the metrics. */
export function measureAllKindsSearch(search: AllKindsSearch, metrics: Metrics["search"]): AllKindsSearch {
  return { find: (...asked) => measure(metrics, "all", () => search.find(...asked)) };
}

async function measure<P extends { total: number; approximate?: true }>(
  metrics: Metrics["search"],
  kind: string,
  find: () => Promise<P>,
): Promise<P> {
  const startedAt = performance.now();
  const end = (outcome: SearchOutcome) =>
    metrics.searchEnded({ kind, outcome, ranMs: performance.now() - startedAt });
  try {
    const page = await find();
    end(page.approximate ? "approximate" : page.total > 0 ? "found" : "empty");
    return page;
  } catch (error) {
    end(error instanceof RefusedError ? "refused" : "error");
    throw error;
  }
}
