import type { Logger } from "../../infra/logger.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import { productKinds } from "../../kinds/kinds.ts";

/** How long a process does not ask again after it has asked: searches that find no index may come by the thousand. */
const PAUSE_MS = 1000;

/** What asking for lost indexes needs. */
export interface LostIndexesDeps {
  queue: Pick<JobQueue, "restoreIndex">;
  logger: Logger;
}

/** Creates what a search tells that has not found its index. */
export function createLostIndexes({ queue, logger }: LostIndexesDeps) {
  let isAsked = false;
  return {
    /**
     * Asks the workers for the index of every kind, since what has lost one index has mostly lost all; an index that is there costs
     * a worker a look. Returns at once, and asks once in PAUSE_MS at most. Where the queue takes nothing, the next search asks
     * again, and the check of every worker finds the loss within 30 s.
     */
    restore: (): void => {
      if (isAsked) return;
      isAsked = true;
      setTimeout(() => (isAsked = false), PAUSE_MS).unref();
      for (const { name } of productKinds)
        queue.restoreIndex(name).catch((error: unknown) => {
          logger.warn(
            { err: error, kind: name },
            "lost search index not asked for; the next search asks again",
          );
        });
    },
  };
}
