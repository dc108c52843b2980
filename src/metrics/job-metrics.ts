import { Counter, Histogram, type Registry } from "prom-client";

/**
 * The buckets of waiting times of jobs, in seconds: a job waits milliseconds where a worker is free, and hours in a
 * backlog.
 */
const WAIT_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200];
const RUN_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

/** The facts of an ended attempt at a job that the metrics count. */
export interface EndedJob {
  /**
   * The name of the queue, which is the name of the kind of job. The label is not `job`, because Prometheus itself sets
   * a label `job`.
   */
  queue: string;
  /** The outcome of the job, as in its log line: docs/operations/logs.md lists the outcomes. */
  outcome: string;
  /** The time from when the job was due until a worker took it, in ms. */
  waitedMs: number;
  ranMs: number;
}

/** Creates the metrics of ended jobs and of runs whose files were read. */
export function createJobMetrics(registry: Registry) {
  const registers = [registry];
  const jobs = new Counter({
    name: "pcb_jobs_total",
    help: "Attempts of jobs that ended, by the outcome that the job's log line has: complete, failed, obsolete, given_back, retried, given_up",
    labelNames: ["queue", "outcome"],
    registers,
  });
  const waited = new Histogram({
    name: "pcb_job_wait_seconds",
    help: "Time from when a job was due to the start of an attempt; a second attempt counts from the same time",
    labelNames: ["queue"],
    buckets: WAIT_SECONDS,
    registers,
  });
  const ran = new Histogram({
    name: "pcb_job_run_seconds",
    help: "Time that an attempt of a job took",
    labelNames: ["queue", "outcome"],
    buckets: RUN_SECONDS,
    registers,
  });
  const runs = new Counter({
    name: "pcb_runs_read_total",
    help: "Runs whose file was read: complete, or failed, with the code that its submitter sees",
    labelNames: ["outcome", "code"],
    registers,
  });
  return {
    /** Counts a run whose file was read to its end. */
    runRead: (outcome: "complete" | "failed", code = ""): void => runs.inc({ outcome, code }),

    jobEnded: ({ queue, outcome, waitedMs, ranMs }: EndedJob): void => {
      jobs.inc({ queue, outcome });
      waited.observe({ queue }, Math.max(0, waitedMs) / 1000);
      ran.observe({ queue, outcome }, ranMs / 1000);
    },
  };
}
