import { LRUCache } from "lru-cache";
import { isSearchEngineSilent } from "../../infra/meilisearch.ts";
import type { IndexRevisions } from "./index-revisions.ts";

/** How long the answer of a search stays in the cache after it has arrived, in ms. */
const KEPT_MS = 1000;
/**
 * The maximum number of records in all cached answers of searches together: a record takes about 2 KB, plus 1 KB for
 * its JSON in the response, plus 3 KB in each page that was rendered from the answer.
 */
const MAX_KEPT_RECORDS = 10_000;

/** The cached answer of a search, or the answer of a search that is still running. */
interface Kept<T> {
  answer: Promise<T>;
  /**
   * The revision of the search index that was read last before the search began. The answer comes from this revision
   * or a later one.
   */
  revision: string;
}

interface SharedSearchesDeps<T> {
  revisions: IndexRevisions;
  /** Returns how many products an answer of a search has. */
  countRecords: (answer: T) => number;
}

/**
 * Shares the answers of equal searches: while a search runs, and for a second after its answer has arrived. Before an
 * answer is shared, Meilisearch is asked whether the index has changed since the search. So no caller gets an answer
 * that is older than the request, however many processes change and search the index. A search that equals no other
 * search does not ask Meilisearch for the revision: the answer is cached with the revision that was read last, and
 * cannot be older than this revision.
 */
export function createSharedSearches<T>({ revisions, countRecords }: SharedSearchesDeps<T>) {
  const all = new LRUCache<string, Kept<T>>({ maxSize: MAX_KEPT_RECORDS, ttlAutopurge: true });

  /**
   * Caches the answer of a search from the beginning of the search until KEPT_MS after the answer's arrival. Before the
   * arrival, the answer counts as one record.
   */
  const keep = async (key: string, kept: Kept<T>): Promise<void> => {
    all.set(key, kept, { size: 1 });
    const isCurrent = () => all.peek(key) === kept;
    try {
      const size = 1 + countRecords(await kept.answer);
      // Store a copy, because the cache counts the size of a value only when the value is set for the first time.
      if (isCurrent()) all.set(key, { ...kept }, { size, ttl: KEPT_MS });
    } catch {
      if (isCurrent()) all.delete(key);
    }
  };

  /**
   * Returns the answer of an equal search if the index has not changed since that search began; otherwise the answer
   * of a new search.
   * @param key a text that only equal searches share
   * @throws the error of the search, or the error of the Meilisearch client if Meilisearch gives no answer
   */
  return async (indexUid: string, key: string, search: () => Promise<T>): Promise<T> => {
    if (all.has(key)) {
      const current = await revisions.current(indexUid).catch(unlessSilent);
      const kept = all.get(key);
      if (kept && kept.revision === current) return kept.answer;
    }
    const revision = revisions.known(indexUid);
    const answer = search();
    if (revision !== undefined) void keep(key, { answer, revision });
    // Do not wait for the revision of the index, because only later searches need the revision.
    else revisions.current(indexUid).catch(() => undefined);
    return answer;
  };
}

/**
 * Returns undefined if Meilisearch has refused the request for the revision, or if a connection broke: Meilisearch
 * may still answer the search itself, and otherwise the search fails with its own error.
 * @throws the error if Meilisearch gave no answer in time, because the search would only wait for Meilisearch once
 *   more
 */
function unlessSilent(error: unknown): undefined {
  if (isSearchEngineSilent(error)) throw error;
}
