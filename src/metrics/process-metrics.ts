import { setTimeout as sleep } from "node:timers/promises";
import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import type { Collector } from "./collectors.ts";

/**
 * Gauges of prom-client that end with `_total` like counters, which `promtool check metrics` refuses. Each is the sum
 * of the series of another metric.
 */
const MISNAMED = ["handles", "requests", "resources"].map((what) => `nodejs_active_${what}_total`);

/**
 * The time, in ms, that the event loop is watched before the first scrape, so that the first scrape has measured delays,
 * too. The event loop is watched every 10 ms.
 */
const FIRST_LOOK_MS = 30;

/**
 * Adds Node.js's metrics of the process (`process_*` and `nodejs_*`), and the role of the process. Call the function
 * only in a process that serves metrics: the timers and observers that the function starts run until the process ends.
 */
export function collectProcessMetrics(registry: Registry, role: "web" | "worker"): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const info = new Gauge({
    name: "pcb_process_info",
    help: "Always 1; the label names the part of the service that this process is",
    labelNames: ["role"],
    registers: [registry],
  });
  info.set({ role }, 1);
}

/**
 * Returns the collector that adds the metrics of `collectProcessMetrics` at the first scrape: watching the event loop
 * wakes the process a hundred times a second, which a process without a Prometheus need not do.
 */
export function processCollector(registry: Registry, role: "web" | "worker"): Collector {
  let starting: Promise<void> | undefined;
  const start = async () => {
    collectProcessMetrics(registry, role);
    await sleep(FIRST_LOOK_MS);
  };
  return {
    name: "process",
    read: async () => {
      starting ??= start();
      await starting;
      return () => undefined;
    },
  };
}
