/** A repeated search for work of one kind that a crashed process, or a loss of Redis, has left unfinished. Safe to run at any time. */
export interface Sweep {
  name: string;
  /**
   * Finishes such work. Returns how many things it finished.
   * @param signal aborts when the process stops: a sweep that goes on until all is finished ends after what is under way
   */
  run: (signal?: AbortSignal) => Promise<number>;
}

/** Finishes each thing, the others too where one fails. @throws AggregateError of all errors, after every thing was tried */
export async function finishEach<T>(
  things: readonly T[],
  finish: (thing: T) => Promise<unknown>,
): Promise<number> {
  const errors: unknown[] = [];
  for (const thing of things) await finish(thing).catch((error: unknown) => errors.push(error));
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${things.length} could not be finished`);
  return things.length;
}
