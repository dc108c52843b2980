import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";

/**
 * Adds what Node.js says of the process (`process_*` and `nodejs_*`), and which part of the service it is. For a process that serves its
 * metrics: the watches that this starts end with the process.
 */
export function collectProcessMetrics(registry: Registry, role: "web" | "worker"): void {
  collectDefaultMetrics({ register: registry });
  const info = new Gauge({
    name: "pcb_process_info",
    help: "Always 1: which part of the service this process is",
    labelNames: ["role"],
    registers: [registry],
  });
  info.set({ role }, 1);
}
