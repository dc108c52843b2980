/** Finishes one kind of thing that a dead process, or a loss of Redis, has left unfinished. May run any number of times. */
export interface Sweep {
  name: string;
  /** Returns how many things it finished. */
  run: () => Promise<number>;
}

/** Finishes each thing; an error with one does not keep the others waiting. @throws AggregateError after all were tried */
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
