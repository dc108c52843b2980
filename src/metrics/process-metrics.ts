import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";

/**
 * Gauges of prom-client that end with `_total` like counters, which `promtool check metrics` refuses. Each is the sum
 * of the series of another metric.
 */
const MISNAMED = ["handles", "requests", "resources"].map((what) => `nodejs_active_${what}_total`);

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
