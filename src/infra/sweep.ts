/**
 * A repeated search for work of one kind that a crashed process, or a loss of Redis, has left unfinished. A sweep may
 * run at any time.
 */
export interface Sweep {
  name: string;
  /**
   * The time between two rounds of the sweep, in ms; by default SWEEP_INTERVAL_MS. If the time is longer than
   * SWEEP_INTERVAL_MS, all processes together begin only one round in each interval of this length.
   */
  intervalMs?: number | undefined;
  /**
   * Finishes the unfinished work that the sweep finds. Returns the number of finished items. A round may take long,
   * because no sweep waits for another sweep.
   * @param signal aborts when the process stops; the sweep then ends when the items under way are finished
   */
  run: (signal?: AbortSignal) => Promise<number>;
}

interface FinishOptions {
  /** The signal that stops the sweep: after the signal has aborted, the sweep begins no further item of work. */
  signal?: AbortSignal | undefined;
  /** The maximum number of items of unfinished work that the sweep finishes at the same time. */
  atOnce?: number;
}

/**
 * The number of errors that `finishEach` collects whatever their classes. Beyond this number, it collects an error only
 * if the error's class is new.
 */
const MAX_KEPT_ERRORS = 10;

/**
 * Finishes each item of unfinished work, even if others fail. Returns the number of items.
 * @throws AggregateError after every item was tried: the message says how many failed; the error contains
 * MAX_KEPT_ERRORS of their errors, and one error of each further class
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
  if (failed > 0)
    throw new AggregateError(errors, `${failed} of ${begun} items of unfinished work could not be finished`);
  return begun;
}

function isSameClass(a: unknown, b: unknown): boolean {
  return a instanceof Error && b instanceof Error ? a.constructor === b.constructor : typeof a === typeof b;
}

function iteratorOf<T>(things: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.asyncIterator in things ? things[Symbol.asyncIterator]() : things[Symbol.iterator]();
}

/**
 * Yields items one by one. `findNext` gets the previous item (null at first) and returns the next item (null at the
 * end).
 */
export async function* oneByOne<T>(findNext: (previous: T | null) => Promise<T | null>): AsyncGenerator<T> {
  for (let found = await findNext(null); found !== null; found = await findNext(found)) yield found;
}
