import type { Logger } from "../../infra/logger.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";

/** The functions that mark products whose scores may have changed. */
export type ScoreChanges = ReturnType<typeof createScoreChanges>;

/** Creates the functions that mark products for a check of their scores. */
export function createScoreChanges({ catalogue, queue, logger }: ScoreChangesDeps) {
  return {
    /**
     * Marks the products of chips and models whose results have changed in the ranks, and asks a worker to compare the
     * stored scores of these products with the ranks. Call the function after the ranks are updated, and before the
     * update is recorded as done, so that the call is repeated after a crash in between.
     * @param parts chips and models by the kinds of their products
     * @throws the error of MongoDB if the mark cannot be stored
     */
    markDue: async (parts: readonly Readonly<Partial<Record<string, string>>>[]): Promise<void> => {
      const slugs = new Map<string, Set<string>>();
      for (const [kind, slug] of parts.flatMap((one) => Object.entries(one)))
        if (slug !== undefined) slugs.set(kind, (slugs.get(kind) ?? new Set()).add(slug));
      if (slugs.size === 0) return;
      for (const [kind, some] of slugs) await catalogue.markScoresDue(kind, [...some]);
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
