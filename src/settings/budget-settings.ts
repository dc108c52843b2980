import { MIB, integer } from "./values.ts";

/**
 * The settings of budgets, which limit the work and the storage that the files of one account take, independently of
 * its tier.
 */
export const budgetSettings = {
  /**
   * The maximum number of an account's runs that fail in a day (UTC). After that, the service accepts no files of the
   * account until the next day.
   */
  MAX_FAILED_RUNS_A_DAY: integer(1, 1_000_000).default(100),
  /** The maximum number of an account's files that wait to be read at the same time. */
  MAX_WAITING_RUNS: integer(1, 1_000_000).default(100),
  /** The maximum size of all stored files of an account together, in bytes. */
  MAX_KEPT_BYTES: integer(1, 1024 * 1024 * MIB).default(5 * 1024 * MIB),
  /** The maximum number of submissions with files that each web process receives from one account at the same time. */
  MAX_UPLOADS_AT_ONCE: integer(1, 10_000).default(4),
  /**
   * The number of days after which the file of a failed run is removed. The run itself stays, with the reason of its
   * failure.
   */
  FAILED_FILE_DAYS: integer(0, 3650).default(7),
};
