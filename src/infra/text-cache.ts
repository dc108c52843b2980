import { LRUCache } from "lru-cache";

/** A UTF-16 code unit, of which JavaScript's strings consist, has this many bytes at most. */
const BYTES_A_UNIT = 2;

/**
 * Creates a cache of texts that never change. A full cache drops the least recently used text. A text that is larger
 * than the whole cache is not stored.
 * @param maxBytes how much all texts and their keys may take together; with 0 the cache stores nothing
 */
export function createTextCache(maxBytes: number): LRUCache<string, string> {
  return new LRUCache({
    // The library takes 0 for no limit at all. No text with its key fits into one byte.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (text, key) => (key.length + text.length) * BYTES_A_UNIT,
  });
}
