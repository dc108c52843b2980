/** A repeated search for work of one kind that a crashed process, or a loss of Redis, has left unfinished. Safe to run at any time. */
export interface Sweep {
  name: string;
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

/**
 * Finishes each thing, the others too where one fails. Returns how many there were.
 * @throws AggregateError of all errors, after every thing was tried
 */
export async function finishEach<T>(
  things: Iterable<T> | AsyncIterable<T>,
  finish: (thing: T) => Promise<unknown>,
  { signal, atOnce = 1 }: FinishOptions = {},
): Promise<number> {
  const errors: unknown[] = [];
  let begun = 0;
  const source = iteratorOf(things);
  const finishSome = async () => {
    for (;;) {
      if (signal?.aborted) return;
      const next = await source.next();
      if (next.done) return;
      begun += 1;
      await finish(next.value).catch((error: unknown) => errors.push(error));
    }
  };
  const noteError = (error: unknown) => void errors.push(error);
  await Promise.all(Array.from({ length: atOnce }, () => finishSome().catch(noteError)));
  await source.return?.();
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${begun} could not be finished`);
  return begun;
}

function iteratorOf<T>(things: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.asyncIterator in things ? things[Symbol.asyncIterator]() : things[Symbol.iterator]();
}

/** Yields one thing after another, each as `findNext` finds it behind the one before; the first behind null. */
export async function* oneByOne<T>(findNext: (previous: T | null) => Promise<T | null>): AsyncGenerator<T> {
  for (let found = await findNext(null); found !== null; found = await findNext(found)) yield found;
}
