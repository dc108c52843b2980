import type { Logger } from "../../infra/logger.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";

/** Notes products of which the scores may have changed. */
export type ScoreNotes = ReturnType<typeof createScoreNotes>;

/** Creates the service. */
export function createScoreNotes({ catalogue, queue, logger }: ScoreNotesDeps) {
  return {
    /**
     * Notes that results with some parts have changed in the ranks, and asks a worker to compare the scores of these products with
     * them. To be called once the ranks are settled, and before what led to the change is forgotten.
     * @param parts ids of products by their kinds; unknown ones are left out
     * @throws the error of MongoDB where the note cannot be stored
     */
    noteChanged: async (parts: readonly Readonly<Partial<Record<string, number>>>[]): Promise<void> => {
      const ids = parts.flatMap((some) =>
        Object.entries(some).flatMap(([kind, id]) => (id === undefined ? [] : [`${kind}:${id}`])),
      );
      if (ids.length === 0) return;
      await catalogue.markScoresDue([...new Set(ids)]);
      try {
        await queue.checkScores();
      } catch (error) {
        logger.warn({ err: error }, "check of scores not requested; the sweep will find the change");
      }
    },
  };
}

interface ScoreNotesDeps {
  catalogue: Pick<Catalogue, "markScoresDue">;
  queue: Pick<JobQueue, "checkScores">;
  logger: Logger;
}
