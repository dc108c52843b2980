import { LRUCache } from "lru-cache";

/** A UTF-16 code unit, of which JavaScript's strings consist, has this many bytes at most. */
const BYTES_A_UNIT = 2;

/**
 * Creates a cache of texts that never change. Where it is full, the text that was not asked for the longest makes room. A text that is
 * larger than the whole cache is not kept.
 * @param maxBytes how much all texts and their keys may take together; with 0 the cache keeps nothing
 */
export function createTextCache(maxBytes: number): LRUCache<string, string> {
  return new LRUCache({
    // The library takes 0 for no limit at all. No text with its key fits into one byte.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (text, key) => (key.length + text.length) * BYTES_A_UNIT,
  });
}
