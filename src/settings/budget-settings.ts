import { MIB, integer } from "./values.ts";

/** The settings of budgets: what the files of one account may cost, whatever its tier is. */
export const budgetSettings = {
  /** Runs of an account that may fail in a day (UTC); beyond it no files are taken until the next day. */
  MAX_FAILED_RUNS_A_DAY: integer(1, 1_000_000).default(100),
  /** Files of an account that may wait to be read at the same time. */
  MAX_WAITING_RUNS: integer(1, 1_000_000).default(100),
  /** Bytes of stored files that an account may have. */
  MAX_KEPT_BYTES: integer(1, 1024 * 1024 * MIB).default(5 * 1024 * MIB),
  /** Submissions with files of an account that each web process receives at the same time. */
  MAX_UPLOADS_AT_ONCE: integer(1, 10_000).default(4),
  /** Days after which the file of a failed run is removed; the run stays with its reason. */
  FAILED_FILE_DAYS: integer(0, 3650).default(7),
};
