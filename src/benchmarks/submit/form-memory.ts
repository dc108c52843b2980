/**
 * The maximum number of bytes of small forms that a process holds in memory at the same time. Beyond it, the files of
 * small forms are stored while they arrive, as for large forms.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** Creates the count of the bytes of forms that are held in memory. */
export function createFormMemory(maxBytes = MAX_BYTES) {
  let used = 0;
  return {
    /** Reserves memory for a form. Returns a function that releases the memory, or null where too little is left. */
    take: (bytes: number): (() => void) | null => {
      if (used + bytes > maxBytes) return null;
      used += bytes;
      return () => void (used -= bytes);
    },
  };
}
