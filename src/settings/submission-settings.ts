import { MIB, integer } from "./values.ts";

/** The settings of submissions: the maximum size of a file, and how long a file without a submission is stored. */
export const submissionSettings = {
  /** The maximum size of a result file, in bytes. */
  MAX_FILE_BYTES: integer(1, 4096 * MIB).default(100 * MIB),
  /**
   * How long a file without a submission is stored after the last bytes of its form have arrived, in ms. After that, a
   * sweep removes the file. This time must be much longer than TRANSFER_GRACE_MS, the 30 s for which a form may stand
   * still.
   */
  UPLOAD_AGE_MS: integer(50, 604_800_000).default(3_600_000),
};
