import { Gauge, type Registry } from "prom-client";
import type { QueueState } from "../queues/queue-states.ts";

/** Creates the metrics of queues: their jobs by state, the age of the oldest job, and their workers. */
export function createQueueMetrics(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames: ["queue", ...labelNames] as const, registers: [registry] });
  const jobs = gauge(
    "pcb_queue_jobs",
    "Jobs in a queue: waiting, delayed (not due yet), active, or abandoned by their worker",
    "state",
  );
  const oldest = gauge("pcb_queue_oldest_job_age_seconds", "How long the oldest waiting job has waited");
  const untaken = gauge(
    "pcb_queue_untaken_age_seconds",
    "How long the oldest job waits while no worker works on any job of the queue; 0 where the queue is idle or is worked on",
  );
  const workers = gauge("pcb_queue_workers", "Workers that are connected to a queue");
  const paused = gauge(
    "pcb_queue_paused",
    "1 where somebody has paused the queue, so that no worker takes a job",
  );
  const gauges = [jobs, oldest, untaken, workers, paused];
  return {
    set: (states: readonly QueueState[]): void => {
      for (const { queue, ...state } of states) {
        for (const name of ["waiting", "delayed", "active", "abandoned"] as const)
          jobs.set({ queue, state: name }, state[name]);
        oldest.set({ queue }, state.oldestMs / 1000);
        untaken.set({ queue }, state.untakenMs / 1000);
        workers.set({ queue }, state.workers);
        paused.set({ queue }, Number(state.isPaused));
      }
    },

    clear: (): void => gauges.forEach((one) => one.reset()),
  };
}
