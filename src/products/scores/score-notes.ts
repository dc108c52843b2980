import type { Logger } from "../../infra/logger.ts";

/** Creates the service that notes products of which the scores may have changed. */
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
  catalogue: NotedCatalogue;
  queue: ScoresQueue;
  logger: Logger;
}

/** The catalogue as this needs it. Implemented by `catalogue/catalogue.ts`. */
interface NotedCatalogue {
  /** Marks products by their stored ids, `<kind>:<id>`. */
  markScoresDue(ids: readonly string[]): Promise<void>;
}

/** The queue of background work as this needs it. Implemented by `queues/job-queue.ts`. */
interface ScoresQueue {
  /** Asks a worker to check scores, soon. Any number of calls before the check begins makes one check. */
  checkScores(): Promise<void>;
}
