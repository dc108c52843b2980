import type {
  EnqueuedTask,
  EnqueuedTaskPromise,
  Index,
  Meilisearch,
  Settings,
  Task,
  WaitOptions,
} from "meilisearch";
import { searchEngineAnswer } from "../../infra/meilisearch.ts";
import type { SearchDocument } from "./search-document.ts";
import { hasSettings } from "./search-settings.ts";

/**
 * The interval in ms at which Meilisearch is asked whether a task has ended. The interval is short, because Meilisearch
 * applies a change within about 20 ms.
 */
const TASK_POLL_MS = 10;

const NDJSON = "application/x-ndjson";

/**
 * The maximum time for a task of Meilisearch, in ms. Meilisearch has one queue for all tasks, so a change may wait
 * for the changes of other clients.
 */
export const TASK_TIMEOUT_MS = 60_000;

/** The statuses of those tasks of Meilisearch that have ended. */
export const ENDED_STATUSES = ["succeeded", "failed", "canceled"] as const;

/**
 * The functions with which a process fills one search index. Each call that changes the index returns when
 * Meilisearch has applied the change; only `enqueue` returns earlier.
 */
export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** Returns the name of the search index for a kind of product. */
export function searchIndexUid(prefix: string, kind: string): string {
  return `${prefix}_products_${kind}`;
}

/**
 * Creates the functions that fill the search index with the given name, which need not exist yet.
 * @param taskTimeoutMs the maximum time for one change, in ms
 * @throws IndexingFailedError from every call that changes something
 */
export function createSearchIndex(client: Meilisearch, uid: string, taskTimeoutMs: number) {
  const index = client.index<SearchDocument>(uid);

  const waiting = { interval: TASK_POLL_MS, timeout: taskTimeoutMs };

  const finish = async (enqueued: EnqueuedTaskPromise) => requireSuccess(await enqueued.waitTask(waiting));

  return {
    uid,

    /** Waits until Meilisearch has applied a change, which may concern several indexes. */
    finish,

    /** Returns when the search index was created, in Meilisearch's format; null if there is no index. */
    createdAt: async (): Promise<string | null> => {
      try {
        return (await client.getRawIndex(uid)).createdAt;
      } catch (error) {
        if (searchEngineCode(error) === "index_not_found") return null;
        throw error;
      }
    },

    /** Returns whether the search index has all given settings. */
    hasSettings: async (wanted: Settings) => hasSettings(await index.getSettings(), wanted),

    /**
     * Sets the settings of the search index, and creates the index if it does not exist. Both happen in one step, so
     * that no search meets an index without settings.
     */
    applySettings: (settings: Settings) => finish(index.updateSettings(settings)),

    enqueue: createEnqueue(client, index, waiting),

    /** Removes the search index, if it exists, and Meilisearch's records of its tasks. */
    drop: async () => {
      const task = await client.deleteIndex(uid).waitTask(waiting);
      if (task.status !== "succeeded" && task.error?.code !== "index_not_found")
        throw new IndexingFailedError(task);
      await finish(client.tasks.deleteTasks({ indexUids: [uid], statuses: [...ENDED_STATUSES] }));
    },

    /** Returns the number of documents in the search index. */
    count: async () => (await index.getStats()).numberOfDocuments,
  };
}

/** Creates the function that enqueues changes of a search index. */
function createEnqueue(client: Meilisearch, index: Index<SearchDocument>, waiting: WaitOptions) {
  /**
   * Enqueues a change of a search index: documents to add or to replace, each as a line of JSON, and the ids of
   * documents to remove. Meilisearch applies changes in the order in which they are enqueued, and applies waiting
   * changes together.
   * @returns a function that waits until Meilisearch has applied the change
   */
  return async ({ lines, removed }: IndexChange): Promise<() => Promise<void>> => {
    const tasks: EnqueuedTask[] = [];
    if (lines.length > 0)
      tasks.push(await index.addDocumentsFromString(lines.join("\n"), NDJSON, { primaryKey: "id" }));
    if (removed.length > 0) tasks.push(await index.deleteDocuments([...removed]));
    return async () => {
      for (const task of tasks) requireSuccess(await client.tasks.waitForTask(task, waiting));
    };
  };
}

/** A change of a search index: documents to add or replace, and documents to remove. */
interface IndexChange {
  lines: readonly string[];
  removed: readonly number[];
}

function requireSuccess(task: Task): void {
  if (task.status !== "succeeded") throw new IndexingFailedError(task);
}

/**
 * Returns Meilisearch's code of an error, such as `index_not_found`; undefined if Meilisearch has not sent the error.
 */
export function searchEngineCode(error: unknown): string | undefined {
  return searchEngineAnswer(error)?.cause?.code;
}

/**
 * A task of Meilisearch failed or was cancelled. The products that were sent stay marked as changed, so that a worker
 * sends them again.
 */
class IndexingFailedError extends Error {
  override name = "IndexingFailedError";
  /** Meilisearch's code of the error, such as `invalid_document_id`, or the status of the task. */
  readonly code: string;

  constructor(task: { uid: number; status: string; error: { code: string; message: string } | null }) {
    super(`Meilisearch's task ${task.uid} is ${task.status}: ${task.error?.message ?? "no reason given"}`);
    this.code = task.error?.code ?? task.status;
  }
}
