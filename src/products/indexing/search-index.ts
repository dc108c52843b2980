import type { EnqueuedTaskPromise, Meilisearch, Settings } from "meilisearch";
import { searchEngineAnswer } from "../../infra/meilisearch.ts";
import type { SearchDocument } from "./search-document.ts";
import { hasSettings } from "./search-settings.ts";

/** Often enough that waiting adds little to a change that takes 20 ms. */
const TASK_POLL_MS = 10;

/** Meilisearch has one queue: a change may have to wait for what others sent before it. */
export const TASK_TIMEOUT_MS = 60_000;

/** A task of Meilisearch ended otherwise than well. Nothing is lost: what was to be sent stays dirty. */
class IndexingFailedError extends Error {
  readonly code: string;

  constructor(task: { uid: number; status: string; error: { code: string; message: string } | null }) {
    super(`Meilisearch's task ${task.uid} is ${task.status}: ${task.error?.message ?? "no reason given"}`);
    this.name = "IndexingFailedError";
    this.code = task.error?.code ?? task.status;
  }
}

/** One search index, as the one who fills it sees it. Each call returns when Meilisearch has carried it out. */
export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** The name of a kind's index. */
export function searchIndexUid(prefix: string, kind: string): string {
  return `${prefix}_products_${kind}`;
}

/**
 * @param taskTimeoutMs how long one change may take
 * @throws IndexingFailedError, from every call that changes something
 */
export function createSearchIndex(client: Meilisearch, uid: string, taskTimeoutMs: number) {
  const index = client.index<SearchDocument>(uid);

  const finish = async (enqueued: EnqueuedTaskPromise) => {
    const task = await enqueued.waitTask({ interval: TASK_POLL_MS, timeout: taskTimeoutMs });
    if (task.status !== "succeeded") throw new IndexingFailedError(task);
  };

  return {
    uid,

    /** Waits for a change that was asked for, of this index or of several. */
    finish,

    /** When the index was created, as Meilisearch writes it; null where there is none. */
    createdAt: async (): Promise<string | null> => {
      try {
        return (await client.getRawIndex(uid)).createdAt;
      } catch (error) {
        if (searchEngineCode(error) === "index_not_found") return null;
        throw error;
      }
    },

    hasSettings: async (wanted: Settings) => hasSettings(await index.getSettings(), wanted),

    /** Gives the index its settings, and makes it where there is none: both in one step, so that no search is between. */
    applySettings: (settings: Settings) => finish(index.updateSettings(settings)),

    put: async (documents: readonly SearchDocument[]) => {
      if (documents.length > 0) await finish(index.addDocuments([...documents], { primaryKey: "id" }));
    },

    remove: async (ids: readonly number[]) => {
      if (ids.length > 0) await finish(index.deleteDocuments([...ids]));
    },

    /** Removes the index; does nothing where there is none. */
    drop: async () => {
      const task = await client.deleteIndex(uid).waitTask({ interval: TASK_POLL_MS, timeout: taskTimeoutMs });
      if (task.status !== "succeeded" && task.error?.code !== "index_not_found")
        throw new IndexingFailedError(task);
    },

    count: async () => (await index.getStats()).numberOfDocuments,
  };
}

/** Meilisearch's code for what it refused, such as `index_not_found`; undefined for any other error. */
export function searchEngineCode(error: unknown): string | undefined {
  return searchEngineAnswer(error)?.cause?.code;
}
