import type { Logger } from "../../infra/logger.ts";
import type { JobQueue } from "../../queues/job-queue.ts";

/**
 * The pause, in ms, before a process asks the workers again to copy the ranks from MongoDB to Redis. Thousands of
 * requests may find that Redis has no ranks, and the pause limits the number of jobs.
 */
const PAUSE_MS = 1000;

/** The services by which a function that has found no ranks in Redis asks the workers to fill the ranks. */
export interface LostRanksDeps {
  queue: Pick<JobQueue, "fillRanks">;
  logger: Logger;
}

/**
 * Creates the function to be called by code that has found no ranks in Redis. The function asks the workers to fill the
 * ranks, at most once in PAUSE_MS, and does not wait for them. If adding the job to the queue fails, a later call of
 * the function asks again, and the sweep of every worker also finds the loss.
 */
export function createLostRanks({ queue, logger }: LostRanksDeps): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(() => (isAsked = false), PAUSE_MS).unref();
    queue.fillRanks().catch((error: unknown) => {
      logger.warn(
        { err: error },
        "requesting the rebuild of lost ranks failed; the next request that needs ranks requests the rebuild again",
      );
    });
  };
}
