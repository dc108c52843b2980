import { MIB, integer } from "./values.ts";

/** The settings of submissions: how often one takes effect, and the most that one may hold. */
export const submissionSettings = {
  /** How long the response to a request with an Idempotency-Key is kept. */
  IDEMPOTENCY_HOURS: integer(1, 8760).default(24),
  /** How long a request keeps its Idempotency-Key to itself; after that the next request with the key takes over. */
  IDEMPOTENCY_LEASE_MS: integer(1000, 3_600_000).default(60_000),
  /** Largest result file. */
  MAX_FILE_BYTES: integer(1, 4096 * MIB).default(100 * MIB),
  /**
   * How long a file without a submission is kept since the last bytes of its form arrived; then a sweep removes it. Must be much
   * longer than TRANSFER_GRACE_MS, the 30 s for which a form may stand still.
   */
  UPLOAD_AGE_MS: integer(50, 604_800_000).default(3_600_000),
};
