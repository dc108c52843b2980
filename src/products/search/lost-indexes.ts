import { StoreUnavailableError } from "../../errors.ts";
import type { Logger } from "../../infra/logger.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import { productKinds } from "../../kinds/kinds.ts";
import { searchEngineCode } from "../indexing/search-index.ts";

/**
 * The pause, in ms, before a process asks the workers again to restore search indexes. Thousands of searches may find
 * no index, and the pause limits the number of jobs.
 */
const PAUSE_MS = 1000;

/** The services that `createLostIndexes` needs. */
export interface LostIndexesDeps {
  queue: Pick<JobQueue, "restoreIndex">;
  logger: Logger;
}

/** Creates the function that handles a search for which Meilisearch has no index. */
export function createLostIndexes({ queue, logger }: LostIndexesDeps) {
  let isAsked = false;
  /**
   * Asks the workers to restore the search index of every kind of product: if Meilisearch has lost one index, it has
   * usually lost all. If an index exists, a worker only checks it. The function does not wait for the workers, and asks
   * at most once in PAUSE_MS. If the queue takes no job, the next search after the pause asks again, and the regular
   * check of every worker finds the loss within 30 s.
   */
  const restore = (): void => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(() => (isAsked = false), PAUSE_MS).unref();
    for (const { name } of productKinds)
      queue.restoreIndex(name).catch((error: unknown) => {
        logger.warn(
          { err: error, kind: name },
          "requesting the rebuild of a lost search index failed; the next search requests the rebuild again",
        );
      });
  };
  return {
    /**
     * Returns the answer of a search. If Meilisearch has lost the index, asks the workers to restore it.
     * @throws StoreUnavailableError if Meilisearch has no index for the search, or the error of the search
     */
    unlessLost: async <T>(searching: Promise<T>): Promise<T> => {
      try {
        return await searching;
      } catch (error) {
        if (searchEngineCode(error) !== "index_not_found") throw error;
        restore();
        throw new StoreUnavailableError("The search index", error);
      }
    },
  };
}
