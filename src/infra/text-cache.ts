import { LRUCache } from "lru-cache";

/** The maximum number of bytes that one UTF-16 code unit of a JavaScript string takes in memory. */
const BYTES_A_UNIT = 2;

/**
 * Creates a cache of texts that never change. A full cache drops the least recently used text. A text that is larger
 * than the whole cache is not stored.
 * @param maxBytes the maximum size of all texts and their keys together, in bytes; with 0 the cache stores nothing
 */
export function createTextCache(maxBytes: number): LRUCache<string, string> {
  return new LRUCache({
    // Replace 0 by 1, because lru-cache takes 0 for no limit. With 1 the cache stores nothing, because no text fits
    // into one byte together with its key.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (text, key) => (key.length + text.length) * BYTES_A_UNIT,
  });
}
