import { every, type Repetition } from "../../infra/every.ts";
import type { Logger } from "../../infra/logger.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import type { ProductSync } from "./sync.ts";

const VERIFY_INTERVAL_MS = 30_000;

interface SyncTimerOptions {
  productSync: Pick<ProductSync, "isDue" | "sync">;
  kinds: readonly ProductKind[];
  /** The interval in ms between checks for dirty products: products whose latest change is not in the search index. */
  intervalMs: number;
  /**
   * The interval in ms between comparisons of each search index with the catalogue. The first comparison is at the
   * start.
   */
  verifyIntervalMs?: number;
  logger: Logger;
}

/**
 * Checks for dirty products (products whose latest change is not in the search index) immediately and then at an
 * interval, so that every change reaches the search index even if its job is lost. Errors are logged; the next round
 * tries again.
 * @returns the timer: after its first round every kind has an index, unless Meilisearch is unavailable
 */
export function startSyncTimer(options: SyncTimerOptions): Repetition {
  const { productSync, kinds, intervalMs, verifyIntervalMs = VERIFY_INTERVAL_MS, logger } = options;
  const roundsBetweenVerifying = Math.max(1, Math.round(verifyIntervalMs / intervalMs));
  let round = 0;

  const check = async (kind: ProductKind, { verify, signal }: { verify: boolean; signal: AbortSignal }) => {
    try {
      if (verify || (await productSync.isDue(kind))) await productSync.sync(kind, { verify, signal });
    } catch (error) {
      logger.error(
        { err: error, kind: kind.name },
        "sending changed products to the search index failed; the sync timer tries again",
      );
    }
  };

  return every(intervalMs, async (signal) => {
    const verify = round % roundsBetweenVerifying === 0;
    round += 1;
    // Check all kinds of products at the same time, because the rebuild of one search index must not delay the edits
    // in another.
    await Promise.all(kinds.map((kind) => check(kind, { verify, signal })));
  });
}
