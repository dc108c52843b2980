import { Counter, Histogram, type Registry } from "prom-client";

/** A job waits for milliseconds where a worker is free, and for hours in a backlog. */
const WAIT_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200];
const RUN_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

/** What is counted of a job when a try of it ends. */
export interface EndedJob {
  job: string;
  /** `complete`; `failed`, where the job did its work and the result is a failure; `error`, where it is tried again or given up. */
  outcome: "complete" | "failed" | "error";
  /** Why it failed, such as `not_a_capture`. */
  code?: string | undefined;
  waitedMs: number;
  ranMs: number;
}

/** Creates the metrics of jobs. */
export function createJobMetrics(registry: Registry) {
  const registers = [registry];
  const jobs = new Counter({
    name: "pcb_jobs_total",
    help: "Tries of jobs that ended, by outcome: complete, failed (with the code of the failure), or error (tried again)",
    labelNames: ["job", "outcome", "code"],
    registers,
  });
  const waited = new Histogram({
    name: "pcb_job_wait_seconds",
    help: "Time from adding a job to the beginning of a try",
    labelNames: ["job"],
    buckets: WAIT_SECONDS,
    registers,
  });
  const ran = new Histogram({
    name: "pcb_job_run_seconds",
    help: "Time that a try of a job took",
    labelNames: ["job", "outcome"],
    buckets: RUN_SECONDS,
    registers,
  });
  return {
    jobEnded: ({ job, outcome, code = "", waitedMs, ranMs }: EndedJob): void => {
      jobs.inc({ job, outcome, code });
      waited.observe({ job }, waitedMs / 1000);
      ran.observe({ job, outcome }, ranMs / 1000);
    },
  };
}
