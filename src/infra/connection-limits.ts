/** The longest pause between two tries to connect to Redis. */
export const MAX_RECONNECT_DELAY_MS = 1000;

/**
 * Returns the limits that detect a dead connection that nobody closed, as when a firewall silently drops its packets.
 * Every connection either waits for an answer all the time or is pinged in each interval. A connection whose answer is
 * overdue for `silenceTimeoutMs` is closed and reopened.
 * @param silenceTimeoutMs STORE_SILENCE_TIMEOUT_MS
 */
export function connectionLimits(silenceTimeoutMs: number) {
  const pingIntervalMs = silenceTimeoutMs / 2;
  return {
    silenceTimeoutMs,

    /** How often an unused connection is pinged. */
    pingIntervalMs,

    /** How long a connection that waits for jobs may block: shorter than the silence timeout. */
    blockMs: silenceTimeoutMs / 2,

    /** A connection that is unused for this time is closed and no longer pinged. */
    idleTimeoutMs: silenceTimeoutMs * 4,

    /**
     * The time within which a process works again once the network works again. At worst a connection dies just after a
     * ping, or a try to connect just before the network's return: a ping falls due, gets no answer, and the next try
     * comes after a pause.
     */
    backWithinMs: pingIntervalMs + silenceTimeoutMs + MAX_RECONNECT_DELAY_MS + silenceTimeoutMs,
  };
}
