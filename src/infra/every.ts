/** Work that is repeated until it is stopped. */
export interface Repetition {
  /** Resolves when the first round has ended. */
  firstRound: Promise<void>;
  /** Aborts the signal of the round under way, waits for its end, and begins no further one. */
  stop(): Promise<void>;
}

/**
 * Repeats work: at once, then each time the interval has passed since the last round ended, so that rounds never overlap.
 * @param work must not throw: it handles its errors itself, since the next round tries again
 */
export function every(intervalMs: number, work: (signal: AbortSignal) => Promise<void>): Repetition {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const start = () => {
    running = round();
  };
  async function round(): Promise<void> {
    await work(stopping.signal);
    if (!stopping.signal.aborted) timer = setTimeout(start, intervalMs);
  }
  start();
  return {
    firstRound: running,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
