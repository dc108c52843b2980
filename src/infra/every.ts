/** Work that is repeated until it is stopped. */
export interface Repetition {
  /** Resolves when the round that began at once has ended. */
  firstRound: Promise<void>;
  /** Aborts the signal of the round under way, waits for its end, and begins no further one. */
  stop(): Promise<void>;
}

/**
 * Repeats work: at once, then each time the interval has passed since the last round ended, so that rounds never overlap.
 * @param work must not throw: it handles its errors itself, since the next round tries again
 * @param options.isFirstDelayed true where also the first round begins after an interval
 */
export function every(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  { isFirstDelayed = false } = {},
): Repetition {
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
  if (isFirstDelayed) timer = setTimeout(start, intervalMs);
  else start();
  return {
    firstRound: running,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
