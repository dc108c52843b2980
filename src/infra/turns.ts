import { OverloadedError } from "../errors.ts";

/**
 * Creates turns for work of which only one may be under way at a time.
 * @param options.maxWaiting how many may wait for their turn
 * @param options.what names the work in the message of the error
 */
export function createTurns({ maxWaiting, what }: { maxWaiting: number; what: string }) {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return {
    /** Runs work when all work before it has ended. @throws OverloadedError where too many wait; the work's own error */
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (pending > maxWaiting)
        throw new OverloadedError(`Too many requests wait for ${what}. Please try again in a moment.`);
      pending += 1;
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        pending -= 1;
      }
    },
  };
}
