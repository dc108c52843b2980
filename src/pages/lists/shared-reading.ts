/** The time in ms after which a process reads data again if a part of the data was unavailable. */
const RETRY_MS = 5000;

/**
 * Returns a function that reads data which is the same for everybody and changes slowly, and caches the data. A process
 * reads the data again when it is older than `maxAgeMs`, or after RETRY_MS if a part was unavailable. Simultaneous
 * calls share one reading. The result of a failed reading is not cached.
 * @param isWhole whether no part of the data was unavailable
 * @param maxAgeMs how old the data may become, in ms
 */
export function shareReading<Data>(
  read: () => Promise<Data>,
  isWhole: (data: Data) => boolean,
  maxAgeMs: number,
): () => Promise<Data> {
  let last: { data: Promise<Data>; at: number; maxAgeMs: number } | null = null;
  return async () => {
    if (last && performance.now() - last.at < last.maxAgeMs) return last.data;
    const reading = { data: read(), at: performance.now(), maxAgeMs };
    last = reading;
    try {
      const data = await reading.data;
      if (!isWhole(data)) reading.maxAgeMs = Math.min(maxAgeMs, RETRY_MS);
      return data;
    } catch (error) {
      if (last === reading) last = null;
      throw error;
    }
  };
}
