import { Registry } from "prom-client";
import { createCatalogueMetrics } from "./catalogue-metrics.ts";
import { createCollectors } from "./collectors.ts";
import { createHttpMetrics } from "./http-metrics.ts";
import { createJobMetrics } from "./job-metrics.ts";
import { createQueueMetrics } from "./queue-metrics.ts";
import { createSearchMetrics } from "./search-metrics.ts";
import { createStoreMetrics } from "./store-metrics.ts";
import { createSweepMetrics } from "./sweep-metrics.ts";
import { createUsageMetrics } from "./usage-metrics.ts";

/**
 * The metrics of one process: functions that count, and the text that Prometheus reads. docs/operations/metrics.md
 * lists all metrics.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a process. At first, each metric is 0 or has no value. */
export function createMetrics() {
  const registry = new Registry();
  const collectors = createCollectors(registry);
  let reading: Promise<string> | undefined;
  const read = async (timeoutMs: number) => {
    await collectors.run(timeoutMs);
    return registry.metrics();
  };
  return {
    registry,
    http: createHttpMetrics(registry),
    jobs: createJobMetrics(registry),
    queues: createQueueMetrics(registry),
    sweeps: createSweepMetrics(registry),
    usage: createUsageMetrics(registry),
    search: createSearchMetrics(registry),
    catalogue: createCatalogueMetrics(registry),
    stores: createStoreMetrics(registry),
    collect: collectors.add,

    /**
     * Returns the metrics in the text format of Prometheus. Simultaneous scrapes share one reading, so that the load on
     * the stores does not depend on the number of scrapers.
     * @param timeoutMs how long the collectors may take
     */
    scrape: async (timeoutMs: number): Promise<{ text: string; contentType: string }> => {
      reading ??= read(timeoutMs).finally(() => {
        reading = undefined;
      });
      return { text: await reading, contentType: registry.contentType };
    },
  };
}
