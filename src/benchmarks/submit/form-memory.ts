/** How many bytes of small forms a process holds at the same time. Further forms are stored while they arrive, as large ones are. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Creates the count of the bytes of forms that are held in memory. */
export function createFormMemory(maxBytes = MAX_BYTES) {
  let used = 0;
  return {
    /** Takes room for a form. Returns what gives it back; null where there is too little. */
    take: (bytes: number): (() => void) | null => {
      if (used + bytes > maxBytes) return null;
      used += bytes;
      return () => void (used -= bytes);
    },
  };
}
