/** The longest pause between two tries to connect to Redis. */
export const MAX_RECONNECT_DELAY_MS = 1000;

/**
 * Returns the limits by which a connection is known to be dead although nobody closed it, as when a firewall drops its packets
 * without a word. Every connection either owes an answer all the time or is asked for one in each interval, and is closed and
 * opened anew when it has owed one for the whole silence.
 * @param silenceTimeoutMs STORE_SILENCE_TIMEOUT_MS
 */
export function connectionLimits(silenceTimeoutMs: number) {
  const pingIntervalMs = silenceTimeoutMs / 2;
  return {
    silenceTimeoutMs,

    /** A connection that nobody uses is asked for a sign of life this often. */
    pingIntervalMs,

    /** A connection that waits for jobs is answered after this time in any case, so that its silence is shorter than the limit. */
    blockMs: silenceTimeoutMs / 2,

    /** A connection that is unused for this time is closed rather than asked. */
    idleTimeoutMs: silenceTimeoutMs * 4,

    /**
     * The time within which a process works again after the network does. At worst a connection dies just after a ping, or a try
     * to connect just before the network's return: a ping falls due, gets no answer, and the next try comes after a pause.
     */
    backWithinMs: pingIntervalMs + silenceTimeoutMs + MAX_RECONNECT_DELAY_MS + silenceTimeoutMs,
  };
}
