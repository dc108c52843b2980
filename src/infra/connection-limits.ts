/** The longest pause between two tries to connect to Redis, in ms. */
export const MAX_RECONNECT_DELAY_MS = 1000;

/**
 * Returns the limits by which a process detects a connection to a store that is dead but was not closed, for instance
 * because a firewall silently drops its packets. A connection that waits for no answer is pinged every
 * `pingIntervalMs`, or is closed after a time without use. A connection whose answer is overdue for `silenceTimeoutMs`
 * is closed and reopened.
 * @param silenceTimeoutMs STORE_SILENCE_TIMEOUT_MS
 */
export function connectionLimits(silenceTimeoutMs: number) {
  const pingIntervalMs = silenceTimeoutMs / 2;
  return {
    silenceTimeoutMs,

    /** The interval in which an unused connection to a store is pinged, in ms. */
    pingIntervalMs,

    /** How long a connection that waits for jobs may block, in ms: shorter than STORE_SILENCE_TIMEOUT_MS. */
    blockMs: silenceTimeoutMs / 2,

    /**
     * The time after which an unused connection to a store is closed and no longer pinged, in ms. Unused connections to
     * MongoDB are looked for every two seconds only, so they may be closed two seconds later.
     */
    idleTimeoutMs: silenceTimeoutMs * 4,

    /**
     * The time, in ms, within which a process works again after the network works again. In the worst case, the time is
     * the sum of four times: until the next ping of the dead connection, until the missing answer counts as silence,
     * until the next attempt to connect, and the time limit of an attempt that began too early.
     */
    backWithinMs: pingIntervalMs + silenceTimeoutMs + MAX_RECONNECT_DELAY_MS + silenceTimeoutMs,
  };
}
