import { integer } from "./values.ts";

/** The settings of background work: jobs, the sync of products, and the sweeps. */
export const workerSettings = {
  /** Result files a worker process reads at the same time. */
  PARSE_CONCURRENCY: integer(1, 64).default(2),
  /** How often workers may begin to read a file before its run fails. From the second time on the file is read alone. */
  PARSE_MAX_ATTEMPTS: integer(2, 100).default(3),
  /** The time on a processor that reading a file may take at least before its process is ended; at most twice as long. */
  PARSE_CPU_SECONDS: integer(1, 3600).default(60),
  /** The memory that the process which reads a file may take, in MiB. */
  PARSE_MEMORY_MIB: integer(256, 65_536).default(384),
  /** How long a worker may be silent before its job counts as stalled and another worker gets the job. */
  JOB_LOCK_MS: integer(500, 600_000).default(5000),
  /** How often workers check for stalled jobs. */
  JOB_STALLED_CHECK_MS: integer(100, 600_000).default(1000),
  /** How often a worker checks for products that are not yet in the search index, in case a job was lost. */
  SYNC_INTERVAL_MS: integer(50, 3_600_000).default(5000),
  /** How often the sweeps check for work that a crashed process has left unfinished; that of outliers runs once an hour. */
  SWEEP_INTERVAL_MS: integer(50, 3_600_000).default(10_000),
  /** How old unfinished work must be before a sweep finishes it. */
  SWEEP_AGE_MS: integer(50, 86_400_000).default(30_000),
};
