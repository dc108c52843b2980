import { LRUCache } from "lru-cache";
import { isSearchEngineSilent } from "../../infra/meilisearch.ts";
import type { IndexRevisions } from "./index-revisions.ts";

/** How long an answer is kept after it has come. */
const KEPT_MS = 1000;
/** How many records all kept answers may have together: about 2 KB each, and 1 KB more as the JSON that is sent. */
const MAX_KEPT_RECORDS = 10_000;

/** An answer that is kept, or that is under way. */
interface Kept<T> {
  answer: Promise<T>;
  /** The answer is of this revision of the index, or of a later one. */
  revision: string;
}

interface SharedSearchesDeps<T> {
  revisions: IndexRevisions;
  /** Returns how many records an answer has. */
  countRecords: (answer: T) => number;
}

/**
 * Shares the answers of equal searches: those of searches under way, and for a second those that have come. Each time the index is
 * asked whether it has changed since, so that nobody gets an answer that is older than his question, however many processes
 * change the index and search in it. A search that is like no other asks nothing: the revision that was read last tells how old its
 * answer is at most.
 */
export function createSharedSearches<T>({ revisions, countRecords }: SharedSearchesDeps<T>) {
  const all = new LRUCache<string, Kept<T>>({ maxSize: MAX_KEPT_RECORDS, ttlAutopurge: true });

  /** Keeps an answer under way, which counts as one record, and for a while after it has come. */
  const keep = async (key: string, kept: Kept<T>): Promise<void> => {
    all.set(key, kept, { size: 1 });
    const isKept = () => all.peek(key) === kept;
    try {
      const size = 1 + countRecords(await kept.answer);
      // A copy, because the size of a value counts only when it is set for the first time.
      if (isKept()) all.set(key, { ...kept }, { size, ttl: KEPT_MS });
    } catch {
      if (isKept()) all.delete(key);
    }
  };

  /**
   * Returns the answer of a search: that of an equal one where the index is still as it was when that one began, otherwise its own.
   * @param key the same for equal searches only
   * @throws what the search throws, or the client's error where Meilisearch gives no answer
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
    // Nobody waits for this: later searches can be shared once the revision is known.
    else revisions.current(indexUid).catch(() => undefined);
    return answer;
  };
}

/**
 * Returns undefined where Meilisearch has refused to tell or a connection broke: the search itself may be answered, or fails as it should.
 * @throws the error where Meilisearch gave no answer in time, because the search would only wait for it once more
 */
function unlessSilent(error: unknown): undefined {
  if (isSearchEngineSilent(error)) throw error;
}
