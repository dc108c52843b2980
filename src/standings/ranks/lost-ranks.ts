import type { Logger } from "../../infra/logger.ts";
import type { JobQueue } from "../../queues/job-queue.ts";

/** How long a process does not ask again after it has asked: requests that find no ranks may come by the thousand. */
const PAUSE_MS = 1000;

/** What asking for lost ranks needs. */
export interface LostRanksDeps {
  queue: Pick<JobQueue, "fillRanks">;
  logger: Logger;
}

/**
 * Creates what a reader calls that has found no ranks: it asks the workers to fill them, once in PAUSE_MS at most, and
 * returns at once. Where the queue takes nothing, the next reader asks again, and the sweep of every worker finds the
 * loss.
 */
export function createLostRanks({ queue, logger }: LostRanksDeps): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(() => (isAsked = false), PAUSE_MS).unref();
    queue.fillRanks().catch((error: unknown) => {
      logger.warn({ err: error }, "lost ranks not asked for; the next reader asks again");
    });
  };
}
