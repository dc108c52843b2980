/** A repeated search for work of one kind that a crashed process, or a loss of Redis, has left unfinished. Safe to run at any time. */
export interface Sweep {
  name: string;
  /** The time between two rounds; where it is longer than SWEEP_INTERVAL_MS, of whichever processes. Left out: SWEEP_INTERVAL_MS. */
  intervalMs?: number | undefined;
  /**
   * Finishes such work. Returns how many things it finished. No other sweep waits for it, so a round may take long.
   * @param signal aborts when the process stops: a sweep then ends after what is under way
   */
  run: (signal?: AbortSignal) => Promise<number>;
}

interface FinishOptions {
  /** Nothing further is begun once it aborts. */
  signal?: AbortSignal | undefined;
  /** How many things are finished at the same time at most. */
  atOnce?: number;
}

/** So many errors are kept of those that things fail with; further ones only where they are of another kind. */
const MAX_KEPT_ERRORS = 10;

/**
 * Finishes each thing, the others too where one fails. Returns how many there were.
 * @throws AggregateError after every thing was tried: its message says how many failed, and it has MAX_KEPT_ERRORS of their errors, and
 * one of each further class
 */
export async function finishEach<T>(
  things: Iterable<T> | AsyncIterable<T>,
  finish: (thing: T) => Promise<unknown>,
  { signal, atOnce = 1 }: FinishOptions = {},
): Promise<number> {
  const errors: unknown[] = [];
  let failed = 0;
  let begun = 0;
  const source = iteratorOf(things);
  const noteError = (error: unknown): void => {
    failed += 1;
    if (errors.length < MAX_KEPT_ERRORS || !errors.some((kept) => isSameClass(kept, error)))
      errors.push(error);
  };
  const finishSome = async () => {
    for (;;) {
      if (signal?.aborted) return;
      const next = await source.next();
      if (next.done) return;
      begun += 1;
      await finish(next.value).catch(noteError);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, () => finishSome().catch(noteError)));
  await source.return?.();
  if (failed > 0) throw new AggregateError(errors, `${failed} of ${begun} could not be finished`);
  return begun;
}

function isSameClass(a: unknown, b: unknown): boolean {
  return a instanceof Error && b instanceof Error ? a.constructor === b.constructor : typeof a === typeof b;
}

function iteratorOf<T>(things: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.asyncIterator in things ? things[Symbol.asyncIterator]() : things[Symbol.iterator]();
}

/** Yields one thing after another, each as `findNext` finds it behind the one before; the first behind null. */
export async function* oneByOne<T>(findNext: (previous: T | null) => Promise<T | null>): AsyncGenerator<T> {
  for (let found = await findNext(null); found !== null; found = await findNext(found)) yield found;
}
