import { setImmediate as nextTurn } from "node:timers/promises";
import type { Meilisearch } from "meilisearch";
import { isSearchEngineSilent } from "../../infra/meilisearch.ts";

/** The lookup of the revisions of search indexes. */
export type IndexRevisions = ReturnType<typeof createIndexRevisions>;

/**
 * Creates the lookup of the revisions of search indexes. A revision consists of the times at which Meilisearch
 * created and last changed an index. Meilisearch updates these times in the same step in which searches show the
 * change. So the revision covers every change, whether by this process, by a worker, or by a rebuild that swapped the
 * index.
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
    /**
     * Returns the revision of a search index that was read last; undefined if none was read yet. The index now has
     * this revision or a later one.
     */
    known: (indexUid: string): string | undefined => known.get(indexUid),

    /**
     * Returns the revision of a search index at a moment after this call. Calls that arrive while a request to
     * Meilisearch runs wait for its end and then share one further request. If the running request gets no answer in
     * time, the waiting calls fail with the error of that request.
     * @throws the error of the Meilisearch client if the index does not exist or Meilisearch is unavailable
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
 * Returns a function that shares one call among all callers that arrive before the call begins. Only one call runs at
 * a time. A call begins only after the event loop has taken all requests that have arrived, so that requests that
 * arrive together share a call. If a call got no answer in time, the callers that wait for the call's end fail with
 * the same error, because a further call would probably take as long.
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
