import type { Logger } from "../../infra/logger.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";

/** Marks products whose scores may have changed. */
export type ScoreChanges = ReturnType<typeof createScoreChanges>;

/** Creates the functions that mark products. */
export function createScoreChanges({ catalogue, queue, logger }: ScoreChangesDeps) {
  return {
    /**
     * Marks products whose results have changed in the ranks, and asks a worker to compare the scores of these products
     * with the ranks. To be called after the ranks are updated, and before the record of the change is removed.
     * @param parts ids of products by their kinds; unknown ids are left out
     * @throws the error of MongoDB where the mark cannot be stored
     */
    markDue: async (parts: readonly Readonly<Partial<Record<string, number>>>[]): Promise<void> => {
      const ids = parts.flatMap((some) =>
        Object.entries(some).flatMap(([kind, id]) => (id === undefined ? [] : [`${kind}:${id}`])),
      );
      if (ids.length === 0) return;
      await catalogue.markScoresDue([...new Set(ids)]);
      try {
        await queue.checkScores();
      } catch (error) {
        logger.warn(
          { err: error },
          "requesting a check of the scores of products failed; a sweep finds the change",
        );
      }
    },
  };
}

interface ScoreChangesDeps {
  catalogue: Pick<Catalogue, "markScoresDue">;
  queue: Pick<JobQueue, "checkScores">;
  logger: Logger;
}
