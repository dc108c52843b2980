import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300];

/** The facts that the metrics count about an ended round of a sweep (a regular search for unfinished work). */
export interface EndedSweep {
  sweep: string;
  outcome: "done" | "error";
  /** The number of items of unfinished work that the round of the sweep has finished. */
  found: number;
  ranMs: number;
}

/**
 * Creates the metrics of sweeps (regular searches for unfinished work): their rounds, the work that they have found,
 * and their durations.
 */
export function createSweepMetrics(registry: Registry) {
  const registers = [registry];
  const labelNames = ["sweep"] as const;
  const rounds = new Counter({
    name: "pcb_sweep_rounds_total",
    help: "Rounds of a sweep that this worker ran to their end",
    labelNames: ["sweep", "outcome"],
    registers,
  });
  const found = new Counter({
    name: "pcb_sweep_found_total",
    help: "Pieces of unfinished work that a sweep found and finished",
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: "pcb_sweep_duration_seconds",
    help: "Time that a round of a sweep took",
    labelNames,
    buckets: SECONDS,
    registers,
  });
  const lastDone = new Gauge({
    name: "pcb_sweep_last_done_timestamp_seconds",
    help: "When this worker last ended a round of a sweep without an error, in Unix time",
    labelNames,
    registers,
  });
  return {
    sweepEnded: ({ sweep, outcome, found: count, ranMs }: EndedSweep): void => {
      rounds.inc({ sweep, outcome });
      found.inc({ sweep }, count);
      seconds.observe({ sweep }, ranMs / 1000);
      if (outcome === "done") lastDone.setToCurrentTime({ sweep });
    },
  };
}
