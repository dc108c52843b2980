/** A UTF-16 code unit, of which JavaScript's strings consist, has this many bytes at most. */
const BYTES_A_UNIT = 2;

/** Creates a cache of texts that never change. Where it is full, the text that was not asked for the longest makes room. */
export function createTextCache(maxBytes: number) {
  // A Map keeps the order in which its keys were set.
  const texts = new Map<string, string>();
  let bytes = 0;
  const sizeOf = (key: string, text: string) => (key.length + text.length) * BYTES_A_UNIT;
  const remove = (key: string, text: string) => {
    texts.delete(key);
    bytes -= sizeOf(key, text);
  };
  return {
    /** Returns the text of a key, or undefined where the cache has none. */
    get: (key: string): string | undefined => {
      const text = texts.get(key);
      if (text === undefined) return undefined;
      texts.delete(key);
      texts.set(key, text);
      return text;
    },

    /** Keeps the text of a key. A text that is larger than the whole cache is not kept. */
    set: (key: string, text: string): void => {
      const known = texts.get(key);
      if (known !== undefined) remove(key, known);
      if (sizeOf(key, text) > maxBytes) return;
      texts.set(key, text);
      bytes += sizeOf(key, text);
      for (const [oldest, old] of texts) {
        if (bytes <= maxBytes) return;
        remove(oldest, old);
      }
    },
  };
}
