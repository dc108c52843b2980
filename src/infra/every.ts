/** Work that is repeated until it is stopped. */
export type Repetition = ReturnType<typeof every>;

/**
 * Repeats work until it is stopped: the first round begins immediately, each further round when the interval has passed
 * since the last round ended. Rounds never overlap.
 * @param work must handle its errors itself and never throw: an error would end the repetition
 * @param options.isFirstDelayed true where the first round, too, begins after an interval
 * @param options.isBackground true where the repetition alone does not keep the process alive
 */
export function every(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  { isFirstDelayed = false, isBackground = false } = {},
) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const start = () => {
    running = round();
  };
  function wait(): void {
    timer = setTimeout(start, intervalMs);
    if (isBackground) timer.unref();
  }
  async function round(): Promise<void> {
    await work(stopping.signal);
    if (!stopping.signal.aborted) wait();
  }
  if (isFirstDelayed) wait();
  else start();
  return {
    /**
     * A promise that resolves when the first round of the repeated work has ended, or immediately if this round is
     * delayed.
     */
    firstRound: running,

    /**
     * Aborts the signal of the round of work under way, resolves when that round has ended, and prevents further
     * rounds.
     */
    stop: async (): Promise<void> => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
