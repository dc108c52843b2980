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
  /** How many records it has; it counts as one while it is under way. */
  records: number;
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
  // A Map keeps the order in which its keys were set.
  const all = new Map<string, Kept<T>>();
  let records = 0;

  const drop = (key: string, kept: Kept<T>) => {
    if (all.get(key) !== kept) return;
    all.delete(key);
    records -= kept.records;
  };

  const keep = (key: string, kept: Kept<T>) => {
    const earlier = all.get(key);
    if (earlier) drop(key, earlier);
    all.set(key, kept);
    records += kept.records;
    makeRoom();
    expire(key, kept).catch(() => drop(key, kept));
  };

  /** Drops an answer a while after it has come. @throws what the search throws */
  const expire = async (key: string, kept: Kept<T>) => {
    const more = countRecords(await kept.answer);
    if (all.get(key) !== kept) return;
    kept.records += more;
    records += more;
    makeRoom();
    setTimeout(() => drop(key, kept), KEPT_MS).unref();
  };

  const makeRoom = () => {
    for (const [key, kept] of all) {
      if (records <= MAX_KEPT_RECORDS) return;
      drop(key, kept);
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
    if (revision !== undefined) keep(key, { answer, revision, records: 1 });
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
