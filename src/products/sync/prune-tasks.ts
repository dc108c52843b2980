import type { DeleteOrCancelTasksQuery, Meilisearch } from "meilisearch";
import { ENDED_STATUSES, type SearchIndex } from "../indexing/search-index.ts";

/**
 * How long ended tasks stay in Meilisearch, in ms: an hour, so that operators can look up what Meilisearch has done.
 */
const KEPT_MS = 60 * 60 * 1000;
/**
 * Ended tasks older than KEPT_MS are removed only if there are more than this number, because a removal adds a task
 * itself.
 */
const MAX_OLDER = 1000;

/**
 * The types of Meilisearch's tasks that belong to no index: the exchange of two indexes, and the removal of tasks.
 */
const WITHOUT_INDEX = ["indexSwap", "taskDeletion"] as const;

interface PruneDeps {
  client: Pick<Meilisearch, "tasks">;
  index: Pick<SearchIndex, "uid" | "finish">;
}

/**
 * Removes from Meilisearch the ended tasks that are older than KEPT_MS: those of an index, and those that belong to no
 * index, each only if there are more than `maxOlder` of them. Meilisearch stores every task until there are a million,
 * and each edit of the catalogue makes a task.
 * @throws IndexingFailedError, or the error of an unavailable Meilisearch
 */
export async function pruneTasks(
  { client, index }: PruneDeps,
  { now, maxOlder = MAX_OLDER }: { now: Date; maxOlder?: number },
): Promise<void> {
  const older = {
    statuses: [...ENDED_STATUSES],
    beforeFinishedAt: new Date(now.getTime() - KEPT_MS).toISOString(),
  };
  const some: DeleteOrCancelTasksQuery[] = [
    { ...older, indexUids: [index.uid] },
    { ...older, types: [...WITHOUT_INDEX] },
  ];
  for (const query of some) {
    const { total } = await client.tasks.getTasks({ ...query, limit: 1 });
    if (total > maxOlder) await index.finish(client.tasks.deleteTasks(query));
  }
}
