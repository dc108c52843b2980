import { integer } from "./values.ts";

/** The settings of background work: reading files, and the sweeps. */
export const workerSettings = {
  /** The maximum number of result files that a worker process reads at the same time. */
  PARSE_CONCURRENCY: integer(1, 64).default(2),
  /** The memory that the process which reads a file may take, in MiB. */
  PARSE_MEMORY_MIB: integer(256, 65_536).default(384),
  /**
   * The interval in which the sweeps check for work that a crashed process has left unfinished, in ms. The sweep for
   * outliers runs once an hour.
   */
  SWEEP_INTERVAL_MS: integer(50, 3_600_000).default(10_000),
  /** The age that unfinished work must have before a sweep finishes the work, in ms. */
  SWEEP_AGE_MS: integer(50, 86_400_000).default(30_000),
};
