/**
 * The maximum number of bytes of small forms that a process holds in memory at the same time. Further small forms are
 * stored while they arrive, as large forms are.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** Creates the counter of the bytes of forms that a process holds in memory. */
export function createFormMemory(maxBytes = MAX_BYTES) {
  let used = 0;
  return {
    /**
     * Reserves memory for a form. Returns a function that releases the memory, or null where too little memory is left.
     */
    take: (bytes: number): (() => void) | null => {
      if (used + bytes > maxBytes) return null;
      used += bytes;
      return () => void (used -= bytes);
    },
  };
}
