/** The number of stored counts that the service compares to choose the count that a new key replaces. */
const COMPARED = 8;

/**
 * The number of requests that this process has counted for one key; other processes may have counted further requests.
 */
export interface KnownCount {
  count: number;
  /**
   * The end of the window of the rate limit, at which the count of requests begins again from zero, on the clock of
   * `performance.now()`.
   */
  endsAt: number;
  /**
   * Whether this process has counted requests without Redis, so that the count in Redis does not include all requests.
   */
  isOwn: boolean;
}

/**
 * Creates counts of requests in the memory of this process. Beyond `maxKeys` a new key replaces a key whose window has
 * ended, or the key with the lowest count among COMPARED keys. So the counts of clients that have reached their limit
 * are removed last.
 */
export function createKnownCounts({ maxKeys, windowMs }: { maxKeys: number; windowMs: number }) {
  const known = new Map<string, KnownCount>();
  const makeRoom = createEviction(known);

  function find(key: string): KnownCount | undefined {
    const entry = known.get(key);
    return entry && entry.endsAt > performance.now() ? entry : undefined;
  }

  function set(key: string, entry: KnownCount): void {
    if (known.size >= maxKeys && !known.has(key)) makeRoom();
    known.set(key, entry);
  }

  return {
    /**
     * Returns the count of requests of a key; undefined if the process knows no count of the key, or if the window of
     * the count has ended.
     */
    find,

    /**
     * Adds one to the count of requests of a key; the count's window begins with the first request. Returns the new
     * count.
     */
    add: (key: string): KnownCount => {
      const entry = find(key);
      if (!entry) {
        const first = { count: 1, endsAt: performance.now() + windowMs, isOwn: true };
        set(key, first);
        return first;
      }
      entry.count++;
      entry.isOwn = true;
      return entry;
    },

    /**
     * Stores a count of requests that Redis has returned, but never a lower count than this process has counted on its
     * own in the window of the rate limit.
     */
    learn: (key: string, count: number, endsAt: number): KnownCount => {
      const entry = find(key);
      const learned = entry?.isOwn
        ? { ...entry, count: Math.max(entry.count + 1, count) }
        : { count, endsAt, isOwn: false };
      set(key, learned);
      return learned;
    },

    /** Returns the number of keys whose counts of requests are stored. */
    size: (): number => known.size,
  };
}

/**
 * Returns a function that removes one stored count, to make room for a new key: of the next COMPARED counts, one whose
 * window has ended, or else the lowest. So the cost of a call does not grow with the number of counts.
 */
function createEviction(known: Map<string, KnownCount>): () => void {
  let hand = known.entries();
  function next(): [string, KnownCount] {
    const step = hand.next();
    if (step.done !== true) return step.value;
    hand = known.entries();
    return hand.next().value as [string, KnownCount];
  }
  return () => {
    const now = performance.now();
    let lowest: { key: string; count: number } | undefined;
    for (let compared = 0; compared < COMPARED; compared++) {
      const [key, { count, endsAt }] = next();
      if (endsAt <= now) {
        known.delete(key);
        return;
      }
      if (!lowest || count < lowest.count) lowest = { key, count };
    }
    if (lowest) known.delete(lowest.key);
  };
}
