import { setImmediate as nextTurn } from "node:timers/promises";
import type { Meilisearch } from "meilisearch";
import { isSearchEngineSilent } from "../../infra/meilisearch.ts";

/** Tells at which revision the search indexes are. */
export type IndexRevisions = ReturnType<typeof createIndexRevisions>;

/**
 * Creates the lookup of revisions. Meilisearch itself says when an index was made and when it last changed, in the same step as
 * searches show the change, so a revision tells of every change, whoever made it: this process, a worker, or a rebuild that swapped
 * the index.
 */
export function createIndexRevisions(client: Pick<Meilisearch, "getRawIndex">) {
  const known = new Map<string, string>();
  const readings = new Map<string, () => Promise<string>>();

  const read = async (indexUid: string): Promise<string> => {
    const { createdAt, updatedAt } = await client.getRawIndex(indexUid);
    const revision = `${createdAt} ${updatedAt}`;
    known.set(indexUid, revision);
    return revision;
  };

  return {
    /** Returns the revision that was read last, undefined where none was read yet. The index has this revision or a later one. */
    known: (indexUid: string): string | undefined => known.get(indexUid),

    /**
     * Returns the revision of an index at a moment after this call. Calls that come while another one's reading is under way wait
     * for it, and then share one reading, or fail with it where Meilisearch gave no answer in time. @throws the client's error where there is no index or no Meilisearch
     */
    current: (indexUid: string): Promise<string> => {
      let reading = readings.get(indexUid);
      if (!reading) {
        reading = shareNext(() => read(indexUid));
        readings.set(indexUid, reading);
      }
      return reading();
    },
  };
}

/**
 * Returns a function that shares a call among all who ask before it begins. One call is under way at a time, and each begins only when
 * the event loop has taken what has arrived, so that all who have arrived together share one. Where a call got no answer in time, those
 * who wait for its end fail with it: they would only wait as long again.
 */
function shareNext<T>(call: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    next = null;
    const begun = call();
    underWay = begun;
    begun.catch(() => {
      underWay = Promise.resolve();
    });
    return begun;
  };
  const failOrBegin = (error: unknown): Promise<T> => {
    if (!isSearchEngineSilent(error)) return begin();
    next = null;
    throw error;
  };
  return () => {
    next ??= underWay.then(() => nextTurn()).then(begin, failOrBegin);
    return next;
  };
}
