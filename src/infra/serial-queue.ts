import { OverloadedError } from "../errors.ts";

/**
 * Creates a queue that runs one piece of work at a time, in order of arrival.
 * @param options.maxWaiting the maximum number of pieces of work that wait in the queue
 * @param options.what the name of the work in the message of the error
 */
export function createSerialQueue({ maxWaiting, what }: { maxWaiting: number; what: string }) {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return {
    /**
     * Runs work when all earlier work has ended.
     * @throws OverloadedError if `maxWaiting` pieces of work wait already; the work's own error
     */
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
